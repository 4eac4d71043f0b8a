#pragma once

#include <array>
#include <cstdint>

#include "ign/codec/unfold.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

/// For code of processors with AVX-512 and its shifts of pairs (VBMI2).
#define IGN_TARGET_PAIR_SHIFTS [[gnu::target("avx512f,avx512vbmi2,bmi2")]]

namespace ign::codec {

namespace detail {

/// Limbs that a ShortUnfold holds.
inline constexpr std::size_t short_limbs = 16;

/// What a small radix, `odd << twos`, is divided by with; see RadixConstants.
struct alignas(64) ShortConstants {
    std::uint64_t inverse;
    std::uint64_t reciprocal;
    std::uint64_t odd;
    std::uint64_t twos;
    std::array<std::uint8_t, 2 * short_limbs> powers;  ///< 2^(32 i) modulo the radix
};
/// [radix], below small_radix_limit; the first two have no meaning.
extern const std::array<ShortConstants, small_radix_limit> short_constants;

}  // namespace detail

/// Takes over from an Unfold as soon as few limbs are left, which are all but those of very long
/// games. The limbs are at hand, and go by pairs: a branch on how many there are is foretold longer
/// so. The factors of two of a radix are shifted away from eight at a time.
class ShortUnfold {
  public:
    explicit ShortUnfold(Unfold& number) : number_(number) { take_over(); }

    /// As Unfold::done.
    [[nodiscard]] bool done() const { return size_ == 0 && number_.done(); }

    /// As Unfold::next.
    [[nodiscard]] IGN_TARGET_PAIR_SHIFTS inline std::uint32_t next(std::uint32_t radix) {
        assert(radix != 0 && !done());
        // Below 2, for the only digit of a radix of 1 has no reciprocal.
        if (radix - 2 >= small_radices_) [[unlikely]]
            return next_rare(radix);
        const detail::ShortConstants& by = detail::short_constants[radix];
        std::uint32_t index = find_index(by, radix);
        divide(by, index);
        return index;
    }

  private:
    /// What the number less 1 leaves, and 1 more. The sum of limbs, each half times its power of
    /// 2^32, is below 2^45.
    [[nodiscard]] std::uint32_t find_index(const detail::ShortConstants& by,
                                           std::uint32_t radix) const {
        std::uint64_t sum = radix - 1;
        auto add_pair = [&](std::size_t pair) __attribute__((always_inline)) {
            for (std::size_t i = 2 * pair; i < 2 * pair + 2; ++i) {
                sum += (limbs_[i] & 0xffffffff) * by.powers[2 * i] +
                       (limbs_[i] >> 32) * by.powers[2 * i + 1];
            }
        };
        switch ((size_ - 1) / 2) {
            case 7:
                add_pair(7);
                [[fallthrough]];
            case 6:
                add_pair(6);
                [[fallthrough]];
            case 5:
                add_pair(5);
                [[fallthrough]];
            case 4:
                add_pair(4);
                [[fallthrough]];
            case 3:
                add_pair(3);
                [[fallthrough]];
            case 2:
                add_pair(2);
                [[fallthrough]];
            case 1:
                add_pair(1);
                [[fallthrough]];
            default:
                add_pair(0);
        }
        auto quotient = static_cast<std::uint64_t>((detail::Wide{sum} * by.reciprocal) >> 64);
        return static_cast<std::uint32_t>(sum - quotient * radix) + 1;
    }

    /// Takes the index away and divides by the radix, of which the difference is a multiple: what
    /// the index has above the factors of two, which the shift drops, is the first carry.
    IGN_TARGET_PAIR_SHIFTS inline void divide(const detail::ShortConstants& by,
                                              std::uint32_t index) {
        alignas(64) std::array<std::uint64_t, detail::short_limbs> shifted;
        __m512i twos = _mm512_set1_epi64(static_cast<long long>(by.twos));
        for (std::size_t i = 0; i < detail::short_limbs; i += 8) {
            __m512i here = _mm512_load_si512(limbs_.data() + i);
            __m512i above = _mm512_loadu_si512(limbs_.data() + i + 1);
            _mm512_store_si512(shifted.data() + i, _mm512_shrdv_epi64(here, above, twos));
        }
        std::uint64_t carry = index >> by.twos;
        // In locals, for what is written to limbs_ might be these for all the compiler knows.
        const std::uint64_t inverse = by.inverse;
        const std::uint64_t odd = by.odd;
        const std::size_t size = size_;
        auto divide_limb = [&](std::size_t i) __attribute__((always_inline)) {
            std::uint64_t limb = shifted[i];
            std::uint64_t quotient = (limb - carry) * inverse;
            limbs_[i] = quotient;
            carry = static_cast<std::uint64_t>((detail::Wide{quotient} * odd) >> 64) +
                    static_cast<std::uint64_t>(limb < carry);
        };
            // Unrolled it would have a branch to foretell for each pair.
#pragma GCC unroll 1
        for (std::size_t i = 0; i < size; i += 2) {
            divide_limb(i);
            divide_limb(i + 1);
        }
        // More than one limb cannot vanish: a limb holds every radix.
        size_ -= limbs_[size - 1] == 0;
    }

    void take_over();
    std::uint32_t next_rare(std::uint32_t radix);

    /// Least significant first, zeros behind the last; none while `number_` has them.
    alignas(64) std::array<std::uint64_t, detail::short_limbs + 1> limbs_{};
    std::size_t size_ = 0;
    /// How many radices from 2 on are divided by here; none while `number_` has the limbs.
    std::uint32_t small_radices_ = 0;
    Unfold& number_;
};

}  // namespace ign::codec

#endif
