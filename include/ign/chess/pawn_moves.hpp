#pragma once

#include "ign/chess/position.hpp"

namespace ign::chess {

/// The pawn moves of the side `us` by the movement rules, kept by origin: the pawns that can step,
/// step twice, or capture towards the a-file or the h-file. So the moves from squares below another
/// are one mask away.
template <Color us>
struct PawnMoves {
    Bitboard single;
    Bitboard twice;
    Bitboard a_captures;
    Bitboard h_captures;

    PawnMoves() = default;
    IGN_INLINE PawnMoves(Bitboard one, Bitboard two, Bitboard to_a, Bitboard to_h)
        : single(one), twice(two), a_captures(to_a), h_captures(to_h) {}
    IGN_INLINE PawnMoves(Bitboard pawns, Bitboard empty, Bitboard victims) {
        Bitboard start = rank_squares(us == Color::white ? 1 : 6);
        single = pawns & backward<us>(empty);
        twice = single & start & backward<us>(empty, 2);
        a_captures = pawns & from_a_side(victims);
        h_captures = pawns & from_h_side(victims);
    }

    /// Of these pawns alone.
    [[nodiscard]] IGN_INLINE PawnMoves of(Bitboard origins) const {
        return {single & origins, twice & origins, a_captures & origins, h_captures & origins};
    }
    [[nodiscard]] IGN_INLINE std::uint32_t count() const {
        return single.count() + twice.count() + a_captures.count() + h_captures.count();
    }
    [[nodiscard]] IGN_INLINE Bitboard capture_targets() const {
        return to_a_side(a_captures) | to_h_side(h_captures);
    }
    [[nodiscard]] IGN_INLINE Bitboard targets() const {
        return forward<us>(single) | forward<us>(twice, 2) | capture_targets();
    }

    // Toward the a-file a pawn's capture adds 7 (White) or takes away 9 (Black), toward the h-file
    // 9 or 7; going back does the opposite.
    static constexpr int a_side = us == Color::white ? 7 : 9;
    static constexpr int h_side = us == Color::white ? 9 : 7;
    [[nodiscard]] IGN_INLINE static Bitboard to_a_side(Bitboard origins) {
        return us == Color::white ? origins << a_side : origins >> a_side;
    }
    [[nodiscard]] IGN_INLINE static Bitboard to_h_side(Bitboard origins) {
        return us == Color::white ? origins << h_side : origins >> h_side;
    }
    [[nodiscard]] IGN_INLINE static Bitboard from_a_side(Bitboard targets) {
        Bitboard origins = us == Color::white ? targets >> a_side : targets << a_side;
        return origins & ~file_squares(0);
    }
    [[nodiscard]] IGN_INLINE static Bitboard from_h_side(Bitboard targets) {
        Bitboard origins = us == Color::white ? targets >> h_side : targets << h_side;
        return origins & ~file_squares(7);
    }
};

}  // namespace ign::chess
