#pragma once

#include <bit>
#include <cstdint>

namespace ign::codec {

/// Is a number a multiple of a divisor? Multiplying by the inverse of the divisor's odd part modulo
/// 2^64, and turning its twos to the top, maps the multiples onto 0, 1, 2 and so on, and all other
/// numbers above them: no division is needed (Granlund and Montgomery, 1994, section 9).
class MultipleTest {
  public:
    /// `divisor` is not 0.
    constexpr explicit MultipleTest(std::uint64_t divisor)
        : most_(~std::uint64_t{0} / divisor), twos_(std::countr_zero(divisor)) {
        std::uint64_t odd = divisor >> twos_;
        inverse_ = odd;  // right in three bits; each step doubles them
        for (int bits = 3; bits < 64; bits *= 2) inverse_ *= 2 - odd * inverse_;
    }

    [[nodiscard]] constexpr bool operator()(std::uint64_t value) const {
        return std::rotr(value * inverse_, twos_) <= most_;
    }

  private:
    std::uint64_t most_;  // the multiples that 64 bits hold, but for 0
    std::uint64_t inverse_ = 0;
    int twos_;
};

}  // namespace ign::codec
