#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ign::io {

/// Where bytes go. Faults are thrown as OutputError.
class Sink {
  public:
    Sink() = default;
    virtual ~Sink();
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    /// Takes the next bytes.
    virtual void write(std::span<const std::byte> bytes) = 0;
    /// Hands what is buffered to the system. Destructors do not: they could not report a fault.
    virtual void flush() = 0;
    /// Bytes written to this sink so far.
    [[nodiscard]] virtual std::uint64_t position() const = 0;
};

/// Writes to a file descriptor that it does not own, through a small buffer.
class DescriptorSink : public Sink {
  public:
    /// `name` stands in messages.
    DescriptorSink(int descriptor, std::string name);

    void write(std::span<const std::byte> bytes) override;
    void flush() override;
    [[nodiscard]] std::uint64_t position() const override { return position_; }

  protected:
    [[nodiscard]] const std::string& name() const { return name_; }

  private:
    void write_out(std::span<const std::byte> bytes);

    int descriptor_;
    std::string name_;
    std::vector<std::byte> buffer_;
    std::uint64_t position_ = 0;
};

/// Standard output. Makes the process ignore SIGPIPE, and throws ClosedPipe when the reader is
/// gone.
class StdoutSink : public DescriptorSink {
  public:
    StdoutSink();
};

/// May an existing output be replaced?
enum class Overwrite : std::uint8_t { no, yes };

/// A file that appears under its name complete or not at all. The bytes go to a hidden file
/// `.NAME.XXXXXX.part` in the same folder, which commit() renames; the destructor removes it if
/// commit() was not reached, and so do the handlers of cleanup.hpp on Ctrl-C.
class AtomicFile : public Sink {
  public:
    /// Throws OutputError if the folder is missing or read-only, if the name is that of a folder,
    /// device or pipe, or if it exists and `overwrite` is no.
    AtomicFile(const std::filesystem::path& path, Overwrite overwrite);
    ~AtomicFile() override;

    void write(std::span<const std::byte> bytes) override;
    void flush() override;
    [[nodiscard]] std::uint64_t position() const override;

    /// Makes the file complete and durable: flush, fsync, close. Nothing may be written afterwards;
    /// the file can be read under `temporary_path()`.
    void seal();

    /// Gives the file its name, after seal() if that has not been called: rename, fsync of the
    /// folder. With Overwrite::no a file that came under that name meanwhile stays, and
    /// OutputError is thrown.
    void commit();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::filesystem::path& temporary_path() const { return temporary_; }

  private:
    void open_temporary();
    void begin_going_out();
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    Overwrite overwrite_;
    int descriptor_ = -1;
    std::optional<std::size_t> removal_;
    std::optional<DescriptorSink> writer_;
    std::uint64_t going_out_ = 0;  // bytes that the disk was told to write
};

/// The formats that a sink can compress to.
enum class Compression : std::uint8_t { none, zstd, gzip };

/// zstd for *.zst, gzip for *.gz, else none.
[[nodiscard]] Compression compression_by_name(const std::filesystem::path& path);

/// Compresses into another sink, which must outlive it. Compression::none passes bytes on.
/// The output depends on the bytes and the level alone: no names, no time of day. It is complete
/// only after finish(); position() counts the bytes before compression.
class CompressingSink : public Sink {
  public:
    /// `level` is that of the format (zstd 1-22, gzip 1-9); nothing means its default (3 and 6).
    CompressingSink(Sink& inner, Compression compression, std::optional<int> level = std::nullopt);
    ~CompressingSink() override;

    void write(std::span<const std::byte> bytes) override;
    /// Flushes the inner sink; what the compressor still holds stays there until finish().
    void flush() override;
    [[nodiscard]] std::uint64_t position() const override { return position_; }

    /// Ends the compressed stream and flushes the inner sink. Nothing may be written afterwards.
    void finish();

    /// One compression format; public only for its implementations.
    class Encoder;

  private:
    Sink& inner_;
    std::unique_ptr<Encoder> encoder_;
    std::uint64_t position_ = 0;
};

}  // namespace ign::io
