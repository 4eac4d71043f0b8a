#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "descriptor.hpp"

namespace ign::io {

/// Buffered bytes of one input with their offsets, for the decoders.
class ByteReader {
  public:
    static constexpr std::size_t capacity = std::size_t{1} << 20;

    /// Opens a file, or stdin for "-"; throws InputError.
    explicit ByteReader(const std::filesystem::path& path);

    /// All buffered bytes, at least `count` unless the input ends before; count <= capacity.
    /// Valid until the next call. Throws InputError on a read fault.
    [[nodiscard]] std::span<const char> peek(std::size_t count);
    /// Steps over bytes seen with peek().
    void consume(std::size_t count);
    /// Steps over up to `count` bytes; returns fewer only at the end of the input.
    std::uint64_t skip(std::uint64_t count);
    /// Up to into.size() bytes, past the buffer where that is empty; 0 only at the end.
    [[nodiscard]] std::size_t read(std::span<char> into);

    /// Goes on at `offset`; the file must be seekable.
    void seek(std::uint64_t offset);
    /// Makes the input end after `size` bytes from `offset`; the file must be seekable.
    void restrict_to(std::uint64_t offset, std::uint64_t size);

    /// Offset of the next byte to be consumed.
    [[nodiscard]] std::uint64_t position() const { return fetched_ - (end_ - begin_); }
    /// Size as of opening, for regular files.
    [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }
    [[nodiscard]] const std::string& name() const { return name_; }

    /// The input ends where `unit` ("zstd frame") is not complete.
    [[noreturn]] void fail_truncated(const std::string& unit);
    /// `unit_begin`: where the frame, member or stream begins. Its bytes may be wrong before the
    /// place where that shows, which for a checksum is the end.
    [[noreturn]] void fail_corrupt(const std::string& unit, const std::string& reason,
                                   std::uint64_t unit_begin) const;
    /// Bytes after a complete `unit` that begin no other.
    [[noreturn]] void fail_trailing(const std::string& unit) const;

  private:
    /// One read(2); 0 at the end.
    std::size_t fetch(char* into, std::size_t count);
    void check_size_at_end() const;

    std::string name_;
    Descriptor descriptor_;
    std::optional<std::uint64_t> size_;
    std::uint64_t start_ = 0;  // where stdin stood
    std::optional<std::uint64_t> limit_;
    std::unique_ptr<char[]> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t fetched_ = 0;
};

}  // namespace ign::io
