#pragma once

#include <bit>
#include <cstdint>

#include "ign/chess/isa.hpp"
#include "ign/chess/types.hpp"

namespace ign::chess {

/// A set of squares: bit i is the square of the number i.
struct Bitboard {
    std::uint64_t bits = 0;

    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t value) : bits(value) {}
    constexpr explicit Bitboard(Square square) : bits(std::uint64_t{1} << index(square)) {}

    IGN_INLINE constexpr explicit operator bool() const { return bits != 0; }
    /// Is the square in the set?
    [[nodiscard]] IGN_INLINE constexpr bool has(Square square) const {
        return (bits >> index(square) & 1) != 0;
    }
    /// Has the set two squares or more?
    [[nodiscard]] IGN_INLINE constexpr bool has_many() const { return (bits & (bits - 1)) != 0; }
    /// How many squares.
    [[nodiscard]] IGN_INLINE constexpr std::uint32_t count() const {
        return static_cast<std::uint32_t>(std::popcount(bits));
    }
    /// The lowest square; there must be one (not asserted: too hot).
    [[nodiscard]] IGN_INLINE constexpr Square first() const {
        return static_cast<Square>(std::countr_zero(bits));
    }
    /// Takes the lowest square away and returns it; there must be one.
    IGN_INLINE constexpr Square pop() {
        Square square = first();
        bits &= bits - 1;
        return square;
    }

    friend constexpr bool operator==(Bitboard, Bitboard) = default;
    IGN_INLINE friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return Bitboard(a.bits & b.bits);
    }
    IGN_INLINE friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return Bitboard(a.bits | b.bits);
    }
    IGN_INLINE friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
        return Bitboard(a.bits ^ b.bits);
    }
    IGN_INLINE constexpr Bitboard operator~() const { return Bitboard(~bits); }
    IGN_INLINE constexpr Bitboard operator<<(int n) const { return Bitboard(bits << n); }
    IGN_INLINE constexpr Bitboard operator>>(int n) const { return Bitboard(bits >> n); }
    IGN_INLINE constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    IGN_INLINE constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    IGN_INLINE constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
};

inline constexpr Bitboard no_squares{};
inline constexpr Bitboard all_squares{~std::uint64_t{0}};

/// The squares of a file, 0 for the a-file to 7 for the h-file.
[[nodiscard]] IGN_INLINE constexpr Bitboard file_squares(int file) {
    return Bitboard(std::uint64_t{0x0101010101010101} << file);
}
/// The squares of a rank, 0 for the first to 7 for the eighth.
[[nodiscard]] IGN_INLINE constexpr Bitboard rank_squares(int rank) {
    return Bitboard(std::uint64_t{0xff} << (8 * rank));
}
/// The squares of lower numbers.
[[nodiscard]] IGN_INLINE constexpr Bitboard below(Square square) {
    return Bitboard((std::uint64_t{1} << index(square)) - 1);
}
/// All squares if `condition`, else none; for arithmetic in place of a branch.
[[nodiscard]] IGN_INLINE constexpr Bitboard squares_if(bool condition) {
    return Bitboard(std::uint64_t{0} - static_cast<std::uint64_t>(condition));
}

}  // namespace ign::chess
