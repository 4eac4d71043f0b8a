#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ign/io/source.hpp"

namespace ign::app {

/// The lines of an input, decompressed. A line ends with LF or CRLF, the last one also with the
/// input; a byte order mark before the first one is dropped.
class LineReader {
  public:
    explicit LineReader(const std::filesystem::path& path);

    /// The next line without its end, valid until the next call; nothing after the last one.
    /// Of a line of over `longest` bytes only the first of them are there.
    std::optional<std::string_view> next();
    /// Was the line that next() has returned longer than that?
    [[nodiscard]] bool is_cut() const { return is_cut_; }

    /// Of the line that next() has returned, from 1.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    [[nodiscard]] const std::string& name() const { return source_->name(); }

    static constexpr std::size_t longest = std::size_t{16} << 20;

  private:
    bool fill();

    std::unique_ptr<io::Source> source_;
    std::string buffer_;
    std::string_view rest_;
    std::string line_;
    std::uint64_t number_ = 0;
    bool is_cut_ = false;
};

/// The start of a text from outside, fit to be shown in a message: at most `most` characters, what
/// is not printable ASCII as `?`.
std::string excerpt(std::string_view text, std::size_t most = 60);

}  // namespace ign::app
