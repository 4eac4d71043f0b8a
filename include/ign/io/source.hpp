#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ign::io {

/// A place where decompression can begin: of a compressed file the start of a frame, member or
/// stream, of a plain one any place.
struct RestartPoint {
    std::uint64_t stored = 0;  ///< bytes of the file before it
    std::uint64_t text = 0;    ///< decompressed bytes before it

    friend bool operator==(const RestartPoint&, const RestartPoint&) = default;
};

/// What a decoder looks back on: the bytes made last, where they were made.
struct Window {
    std::size_t size = 0;  ///< bytes at most; with 0 any place is good to write the next bytes to
    bool is_new = true;    ///< nothing was made yet that it looks back on
};

class TextRing;

/// A stream of decompressed bytes. One thread reads; any thread may ask for the position.
///
/// A fault is thrown as InputError only after all good bytes before it were given, and again by
/// every later call. Bytes of a zstd frame or gzip member are given before its checksum is reached,
/// so a failed checksum speaks of bytes already given.
class Source {
  public:
    virtual ~Source();
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    /// Fills `into` and returns the number of bytes, which is less than asked for only at the end
    /// of the input or before a fault; 0 means the end.
    std::size_t read(std::span<char> into);

    /// So much can be looked at ahead.
    static constexpr std::size_t longest_peek = std::size_t{1} << 20;
    /// Bytes that can be read behind what peek() returns, whatever they hold.
    static constexpr std::size_t peek_padding = 128;
    /// The bytes to come where they were decompressed, at least `size` of them unless the end or a
    /// fault comes before; size <= longest_peek. Valid until the next call of peek() or read().
    [[nodiscard]] std::span<const char> peek(std::size_t size);
    /// Steps over bytes seen with peek().
    void consume(std::size_t count);
    /// Steps over bytes; false if the end comes before. Throws a fault that does.
    bool skip(std::uint64_t count);
    /// The fault that ends the bytes given last, if they are fewer than asked for.
    [[nodiscard]] const std::exception_ptr& fault() const noexcept { return fault_; }

    /// Compressed bytes used so far, counted from where this source starts in its file.
    [[nodiscard]] std::uint64_t compressed_position() const noexcept {
        return position_.load(std::memory_order_relaxed);
    }
    /// Compressed bytes in all, as of opening; nothing for pipes and devices.
    [[nodiscard]] std::optional<std::uint64_t> compressed_size() const noexcept { return size_; }
    /// The last place at or before the end of what was given where another source of the same file
    /// can begin. To be asked by the thread that reads.
    [[nodiscard]] virtual RestartPoint restart_point() const { return {}; }
    /// The path as given, or "stdin".
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

  protected:
    Source(std::string name, std::optional<std::uint64_t> size);
    /// The window for the next call of make(). Throws InputError.
    virtual Window window() { return {}; }
    /// Writes the next bytes to the beginning of `into` and returns how many, which may be 0, or
    /// nothing at the end. With a window `into` has room for a zstd block and 64 bytes, and lies
    /// behind the bytes made last or where it leaves the window as it is. Throws InputError only if
    /// this call has made no byte.
    virtual std::optional<std::size_t> make(std::span<char> into) = 0;
    /// Forgets bytes not given yet and a fault: make() makes those of another place now.
    void start_anew();
    void set_compressed_position(std::uint64_t position) noexcept {
        position_.store(position, std::memory_order_relaxed);
    }
    void set_compressed_size(std::optional<std::uint64_t> size) noexcept { size_ = size; }

  private:
    std::optional<std::size_t> make_in_ring(std::size_t size);
    std::size_t take_from_ring(std::span<char> into);

    std::string name_;
    std::optional<std::uint64_t> size_;
    std::unique_ptr<TextRing> ring_;
    std::exception_ptr fault_;
    std::atomic<std::uint64_t> position_{0};
};

/// Opens a file, or stdin for "-". The first bytes tell the format, never the name:
///   28 B5 2F FD or [50-5F] 2A 4D 18   zstd (RFC 8878): any number of frames, skippable ones
///                                     anywhere, windows up to 2 GiB
///   1F 8B                             gzip (RFC 1952): any number of members
///   "BZh"                             bzip2: any number of streams
///   anything else, or nothing         plain, passed as it is
/// Throws InputError if the file is missing, unreadable or a folder.
[[nodiscard]] std::unique_ptr<Source> open_source(const std::filesystem::path& path);

/// The same from the decompressed byte `text_offset` on, by way of a restart point at or before it.
/// Offsets in faults and restart points are those of the whole file. Throws InputError as the other
/// does, and if the text is shorter or the file cannot be read from any place.
[[nodiscard]] std::unique_ptr<Source> open_source(const std::filesystem::path& path,
                                                  RestartPoint from, std::uint64_t text_offset);

}  // namespace ign::io
