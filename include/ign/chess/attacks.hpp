#pragma once

#include <array>
#include <cstdint>

#include "ign/chess/bitboard.hpp"

#if defined(__x86_64__)
#include <immintrin.h>  // _pext_u64
#endif

namespace ign::chess {

namespace detail {

/// A way to go, in files and ranks.
struct Step {
    int file;
    int rank;
};

/// The squares one step away that are on the board.
constexpr Bitboard steps_from(Square square, const auto& steps) {
    Bitboard targets;
    for (Step step : steps) {
        int file = file_of(square) + step.file;
        int rank = rank_of(square) + step.rank;
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            targets |= Bitboard(make_square(file, rank));
        }
    }
    return targets;
}

/// steps_from for every square.
constexpr auto step_table(const auto& steps) {
    std::array<Bitboard, 64> table{};
    for (int i = 0; i < 64; ++i) table[i] = steps_from(static_cast<Square>(i), steps);
    return table;
}

inline constexpr std::array<Step, 8> knight_steps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
inline constexpr std::array<Step, 8> king_steps = {
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
inline constexpr std::array<Step, 2> white_pawn_steps = {{{-1, 1}, {1, 1}}};
inline constexpr std::array<Step, 2> black_pawn_steps = {{{-1, -1}, {1, -1}}};

}  // namespace detail

/// [square]: where a knight on it goes, whatever stands there.
inline constexpr std::array<Bitboard, 64> knight_attacks = detail::step_table(detail::knight_steps);
/// [square]: the neighbours of a square.
inline constexpr std::array<Bitboard, 64> king_attacks = detail::step_table(detail::king_steps);
/// [color][square]: where a pawn of that colour captures to.
inline constexpr std::array<std::array<Bitboard, 64>, 2> pawn_attacks = {
    detail::step_table(detail::white_pawn_steps), detail::step_table(detail::black_pawn_steps)};

namespace detail {

/// How an occupancy finds its attack set, by bit extraction.
struct PextEntry {
    std::uint64_t mask;   ///< squares whose occupancy matters: the rays without their last squares
    std::uint64_t reach;  ///< the attacks on an empty board
    const std::uint16_t* attacks;  ///< which squares of the reach, for each occupancy of the mask
};
/// The same by multiplication.
struct MagicEntry {
    std::uint64_t mask;
    std::uint64_t magic;  ///< maps every occupancy of the mask to a place of its own
    const Bitboard* attacks;
    std::uint64_t shift;  ///< 64 minus the number of squares of the mask
};

/// [from][to].
struct SquarePairs {
    std::array<std::array<Bitboard, 64>, 64> line;     ///< the whole line through two squares
    std::array<std::array<Bitboard, 64>, 64> between;  ///< the squares strictly between them
};

/// [square]
#if defined(__x86_64__)
extern const std::array<PextEntry, 64> pext_bishops;
extern const std::array<PextEntry, 64> pext_rooks;
#endif
extern const std::array<MagicEntry, 64> magic_bishops;
extern const std::array<MagicEntry, 64> magic_rooks;
extern const SquarePairs square_pairs;

}  // namespace detail

/// Rank, file or diagonal through both squares; none if they share none.
[[nodiscard]] IGN_INLINE Bitboard line_through(Square a, Square b) {
    return detail::square_pairs.line[index(a)][index(b)];
}
/// The squares strictly between both; none if they share no rank, file or diagonal.
[[nodiscard]] IGN_INLINE Bitboard squares_between(Square a, Square b) {
    return detail::square_pairs.between[index(a)][index(b)];
}

/// Slider attacks by the multiplication of the masked occupancy: runs anywhere.
struct MagicSliders {
    /// Up to the first occupied square in each direction, that one included.
    [[nodiscard]] IGN_INLINE static Bitboard bishop(Square square, Bitboard occupied) {
        return look_up(detail::magic_bishops[index(square)], occupied);
    }
    [[nodiscard]] IGN_INLINE static Bitboard rook(Square square, Bitboard occupied) {
        return look_up(detail::magic_rooks[index(square)], occupied);
    }

  private:
    [[nodiscard]] IGN_INLINE static Bitboard look_up(const detail::MagicEntry& entry,
                                                     Bitboard occupied) {
        return entry.attacks[((occupied.bits & entry.mask) * entry.magic) >> entry.shift];
    }
};

#if defined(__x86_64__)
/// Slider attacks by BMI2's bit extraction. See isa.hpp for the pattern of use.
struct PextSliders {
    [[nodiscard]] IGN_TARGET_PEXT inline static Bitboard bishop(Square square, Bitboard occupied) {
        const detail::PextEntry& entry = detail::pext_bishops[index(square)];
        return Bitboard(
            _pdep_u64(entry.attacks[_pext_u64(occupied.bits, entry.mask)], entry.reach));
    }
    [[nodiscard]] IGN_TARGET_PEXT inline static Bitboard rook(Square square, Bitboard occupied) {
        const detail::PextEntry& entry = detail::pext_rooks[index(square)];
        return Bitboard(
            _pdep_u64(entry.attacks[_pext_u64(occupied.bits, entry.mask)], entry.reach));
    }
};
#else
/// Where there is no BMI2: the same by multiplication.
struct PextSliders : MagicSliders {};
#endif

}  // namespace ign::chess
