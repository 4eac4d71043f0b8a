#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ign::convert {

/// Where two texts part.
struct Difference {
    std::uint64_t offset = 0;  ///< of the first byte that differs, in the expected text
    std::string expected;      ///< some bytes from there on; empty at the end of the text
    std::string found;
};

/// Compares a text that comes piece by piece with one that is read as it is needed.
class Comparison {
  public:
    /// Reads the next bytes of the expected text; fewer than asked for only at its end.
    using Read = std::function<std::size_t(std::span<char>)>;

    explicit Comparison(Read read) : read_(std::move(read)) {}

    /// Compares the next bytes of the text that is made anew.
    void take(std::string_view text);
    /// To be called behind the last piece: the expected text must end here.
    void finish();

    [[nodiscard]] bool differs() const { return differs_; }
    [[nodiscard]] const Difference& difference() const { return difference_; }

  private:
    void note_difference(std::string_view text, std::size_t at);

    Read read_;
    std::string expected_;
    bool differs_ = false;
    Difference difference_;
};

}  // namespace ign::convert
