#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/io/errors.hpp"
#include "ign/io/source.hpp"

namespace ign::io::test {

/// A folder of its own that is gone with the object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path write(const std::string& name,
                                              std::string_view content) const;
    /// Names of all entries, hidden ones too.
    [[nodiscard]] std::vector<std::string> names() const;

  private:
    std::filesystem::path path_;
};

[[nodiscard]] std::string file_content(const std::filesystem::path& path);

/// Text that looks like movetext and does not repeat; the same for the same arguments.
[[nodiscard]] std::string sample_text(std::size_t size, unsigned seed);

enum class Checksum : bool { no, yes };
/// With a window of 2^window_log bytes, or, for 0, the one that zstd chooses.
[[nodiscard]] std::string zstd_frame(std::string_view text, Checksum checksum = Checksum::yes,
                                     int window_log = 0);
/// A skippable frame; `kind` is the low half-byte of its magic number.
[[nodiscard]] std::string skippable_frame(std::string_view payload, unsigned kind = 0);
/// A frame as pzstd writes it, after the skippable frame that tells its size.
[[nodiscard]] std::string pzstd_frame(std::string_view text);
[[nodiscard]] std::string gzip_member(std::string_view text);
[[nodiscard]] std::string bzip2_stream(std::string_view text);

struct Outcome {
    std::string bytes;
    std::optional<InputError> error;
};

/// Reads to the end or to the error, asking for `step` bytes at a time; checks on the way that
/// reads are short only at the end and that the end and the error stay.
[[nodiscard]] Outcome read_all(Source& source, std::size_t step = std::size_t{1} << 16);
/// Writes `content` to a file and reads it as a source.
[[nodiscard]] Outcome read_content(std::string_view content,
                                   std::size_t step = std::size_t{1} << 16);

[[nodiscard]] inline std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace ign::io::test
