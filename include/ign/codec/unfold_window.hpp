#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ign::codec::detail {

/// Takes some hundred digits from a very long number at the cost of two passes over it, where each
/// digit alone would need two.
///
/// The digits depend on the number x only through x modulo the product of their radices. So they
/// can be taken from x modulo M, for any M that this product divides; M is a product of small
/// primes, of which each radix uses up some. When one is short, x becomes (x - C) / P, where C is
/// the number of the digits taken and P the product of their radices, and the next window opens.
class UnfoldWindow {
  public:
    /// A number, least significant limb first.
    using Limbs = std::vector<std::uint64_t>;  // least significant first

    /// A number of fewer limbs is not worth a window.
    static constexpr std::size_t least_limbs = 96;

    /// x modulo M, plus M, so that it stays above every digit. `x` has least_limbs or more.
    Limbs open(const Limbs& x);

    /// Are there primes enough left for a digit of this radix (below 256)?
    [[nodiscard]] bool holds(std::uint32_t radix) const;
    /// Notes a digit that was taken from the window, for which it had room.
    void take(std::uint32_t index, std::uint32_t radix);

    /// Takes all digits since `open` away from x, which stays above 0.
    void close(Limbs& x) const;

  private:
    std::array<std::uint32_t, 256> primes_left_;  // exponents, by prime
    std::size_t digits_ = 0;
    Limbs value_;    // C
    Limbs product_;  // P
};

}  // namespace ign::codec::detail
