#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ign/codec/unfold_window.hpp"

namespace ign::codec {

namespace detail {

__extension__ using Wide = unsigned __int128;

/// From here on a radix has no constants of its own. No position of chess that a game can reach has
/// more than 218 moves.
inline constexpr std::uint32_t small_radix_limit = 256;

/// Limbs whose remainders are added up before the sum is reduced.
inline constexpr std::size_t limbs_at_once = 8;

/// Multiplications in place of the divisions by one radix, which is `odd << twos`.
struct RadixConstants {
    std::uint64_t inverse = 0;     ///< odd * inverse = 1 modulo 2^64
    std::uint64_t reciprocal = 0;  ///< 2^64 / radix, rounded up
    std::uint8_t odd = 0;
    std::uint8_t twos = 0;
    std::array<std::uint8_t, 2 * limbs_at_once + 1> powers = {};  ///< 2^(32 i) modulo the radix
};

/// `radix` is 1 to 255.
constexpr RadixConstants make_radix_constants(std::uint32_t radix) {
    RadixConstants constants;
    std::uint32_t odd = radix;
    for (; odd % 2 == 0; odd /= 2) ++constants.twos;
    constants.odd = static_cast<std::uint8_t>(odd);
    constants.inverse = odd;  // right in three bits; each step doubles them
    for (int bits = 3; bits < 64; bits *= 2) constants.inverse *= 2 - odd * constants.inverse;
    constants.reciprocal = ~std::uint64_t{0} / radix + 1;
    auto half_limb = static_cast<std::uint32_t>((std::uint64_t{1} << 32) % radix);
    std::uint32_t power = 1 % radix;
    for (std::uint8_t& entry : constants.powers) {
        entry = static_cast<std::uint8_t>(power);
        power = power * half_limb % radix;
    }
    return constants;
}

/// [radix]; the first has no meaning.
constexpr std::array<RadixConstants, small_radix_limit> make_all_radix_constants() {
    std::array<RadixConstants, small_radix_limit> all;
    for (std::uint32_t radix = 1; radix < small_radix_limit; ++radix) {
        all[radix] = make_radix_constants(radix);
    }
    return all;
}
/// The table, made once.
inline constexpr auto radix_constants = make_all_radix_constants();

}  // namespace detail

/// Takes a number apart again, first digit first, the caller naming each radix when it is known.
/// Keeps its buffers from number to number.
///
/// A digit needs the remainder of the whole number, which is a sum of products that do not wait for
/// each other; the quotient is known to be exact, so it is found from the lowest limb upward by
/// multiplication with the radix' inverse modulo 2^64, while the caller looks for the move.
class Unfold {
  public:
    /// `number` is little-endian; leading zero bytes do no harm.
    void start(std::span<const std::byte> number);

    /// No digit is left.
    [[nodiscard]] bool done() const { return size_ == 0; }

    /// The index, from 1 to `radix`, of the next digit; radix is not 0 and done() is false.
    [[nodiscard]] std::uint32_t next(std::uint32_t radix) {
        assert(radix != 0 && !done());
        if (radix >= direct_limit_) [[unlikely]]
            return next_rare(radix);
        return next_small(radix);
    }

  private:
    friend class ShortUnfold;

    std::uint32_t next_small(std::uint32_t radix) {
        const detail::RadixConstants& by = detail::radix_constants[radix];
        std::uint32_t rest = remainder(by, radix);
        std::uint32_t index = rest == 0 ? radix : rest;
        divide(by, index);
        return index;
    }

    [[nodiscard]] std::uint32_t remainder(const detail::RadixConstants& by,
                                          std::uint32_t radix) const {
        using detail::limbs_at_once;
        std::size_t begin = (size_ - 1) / limbs_at_once * limbs_at_once;
        std::uint32_t rest = reduce(weigh(begin, size_ - begin, by), by, radix);
        while (begin != 0) [[unlikely]] {
                begin -= limbs_at_once;
                std::uint64_t above = rest * std::uint32_t{by.powers[2 * limbs_at_once]};
                rest = reduce(weigh(begin, limbs_at_once, by) + above, by, radix);
            }
        return rest;
    }

    /// The sum of `count` limbs (1 to 8), each half times its power of 2^32 modulo the radix, which
    /// is below 2^44: the number has the same size for a dozen digits, so that the jump is
    /// foretold.
    [[nodiscard]] std::uint64_t weigh(std::size_t begin, std::size_t count,
                                      const detail::RadixConstants& by) const {
        const std::uint64_t* limbs = limbs_.data() + begin;
        std::uint64_t sum = 0;
        auto add = [&](std::size_t i) {
            sum += (limbs[i] & 0xffffffff) * by.powers[2 * i];
            sum += (limbs[i] >> 32) * by.powers[2 * i + 1];
        };
        switch (count) {
            case 8:
                add(7);
                [[fallthrough]];
            case 7:
                add(6);
                [[fallthrough]];
            case 6:
                add(5);
                [[fallthrough]];
            case 5:
                add(4);
                [[fallthrough]];
            case 4:
                add(3);
                [[fallthrough]];
            case 3:
                add(2);
                [[fallthrough]];
            case 2:
                add(1);
                [[fallthrough]];
            default:
                add(0);
        }
        return sum;
    }

    /// The rounded reciprocal gives the exact quotient of a sum below 2^45: its error, below the
    /// sum / 2^64, does not reach 1 / radix.
    [[nodiscard]] static std::uint32_t reduce(std::uint64_t sum, const detail::RadixConstants& by,
                                              std::uint32_t radix) {
        auto quotient = static_cast<std::uint64_t>((detail::Wide{sum} * by.reciprocal) >> 64);
        return static_cast<std::uint32_t>(sum - quotient * radix);
    }

    /// Takes the index away and divides by the radix, of which the difference is a multiple.
    void divide(const detail::RadixConstants& by, std::uint32_t index) {
        std::uint64_t* limbs = limbs_.data();
        if (limbs[0] < index) [[unlikely]] {
            for (std::size_t i = 1; limbs[i]-- == 0;) ++i;
        }
        limbs[0] -= index;
        // In locals, for what is written through `limbs` might be these for all the compiler knows.
        const std::uint64_t inverse = by.inverse;
        const std::uint64_t odd = by.odd;
        const int twos = by.twos;
        const std::size_t size = size_;
        std::uint64_t carry = 0;
        std::uint64_t here = limbs[0];
        for (std::size_t i = 0; i < size; ++i) {
            std::uint64_t above = limbs[i + 1];
            std::uint64_t limb = here >> twos | (above + above) << (63 - twos);
            std::uint64_t quotient = (limb - carry) * inverse;
            limbs[i] = quotient;
            carry = static_cast<std::uint64_t>((detail::Wide{quotient} * odd) >> 64) +
                    static_cast<std::uint64_t>(limb < carry);
            here = above;
        }
        // More than one limb cannot vanish: a limb holds every radix.
        size_ -= limbs[size_ - 1] == 0;
    }

    std::uint32_t next_rare(std::uint32_t radix);
    std::uint32_t next_large(std::uint32_t radix);
    void set(std::span<const std::uint64_t> limbs);
    /// Moves the limbs, if there is room for them, and fills up with zeros; how many there were.
    std::size_t give_limbs(std::span<std::uint64_t> room);
    void open_window();
    void open_window_of_limbs();
    void close_window();

    std::vector<std::uint64_t> limbs_;  // least significant first, and a zero behind the last
    std::size_t size_ = 0;              // of limbs, leading zeros not counted
    /// Radices below it are divided by at once; 0 while a window is open.
    std::uint32_t direct_limit_ = detail::small_radix_limit;
    /// Of a very long number, whose window is in limbs_ while it is open.
    detail::UnfoldWindow window_;
    std::vector<std::uint64_t> whole_;
};

}  // namespace ign::codec
