#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ign/chess/attacks.hpp"
#include "ign/chess/bitboard.hpp"
#include "ign/chess/types.hpp"

namespace ign::chess {

namespace detail {

/// Which planes a piece stands on; a queen on both planes of sliders.
struct PieceMasks {
    std::array<Bitboard, 4> planes;  // as in Position
    Bitboard king;

    [[nodiscard]] IGN_INLINE Bitboard pawn() const { return planes[0]; }
    [[nodiscard]] IGN_INLINE Bitboard knight() const { return planes[1]; }
    [[nodiscard]] IGN_INLINE Bitboard diagonal() const { return planes[2]; }
    [[nodiscard]] IGN_INLINE Bitboard orthogonal() const { return planes[3]; }
};
inline constexpr std::array<PieceMasks, 6> piece_masks = {{
    {{all_squares, no_squares, no_squares, no_squares}, no_squares},
    {{no_squares, all_squares, no_squares, no_squares}, no_squares},
    {{no_squares, no_squares, all_squares, no_squares}, no_squares},
    {{no_squares, no_squares, no_squares, all_squares}, no_squares},
    {{no_squares, no_squares, all_squares, all_squares}, no_squares},
    {{no_squares, no_squares, no_squares, no_squares}, all_squares},
}};

}  // namespace detail

/// Toward the eighth rank for White, the first for Black.
template <Color us>
[[nodiscard]] IGN_INLINE constexpr Bitboard forward(Bitboard squares, int ranks = 1) {
    return us == Color::white ? squares << 8 * ranks : squares >> 8 * ranks;
}
template <Color us>
[[nodiscard]] IGN_INLINE constexpr Bitboard backward(Bitboard squares, int ranks = 1) {
    return us == Color::white ? squares >> 8 * ranks : squares << 8 * ranks;
}
/// The rank, from 0, on which the side's pieces start.
[[nodiscard]] constexpr int home_rank(Color color) { return color == Color::white ? 0 : 7; }

/// A position that play can go on from: one king each, the side that has just moved not in check.
/// Castling rights are the squares of the rooks that have them, so Chess960 needs no mode.
class Position {
  public:
    /// The position that standard chess starts from.
    [[nodiscard]] static Position standard();

    /// The side to move.
    [[nodiscard]] IGN_INLINE Color turn() const { return turn_; }
    /// The squares of one side's pieces.
    [[nodiscard]] IGN_INLINE Bitboard pieces(Color color) const {
        return sets_[colors_set + static_cast<std::size_t>(color)];
    }
    /// The squares of all pieces.
    [[nodiscard]] IGN_INLINE Bitboard occupied() const {
        return sets_[colors_set] | sets_[colors_set + 1];
    }
    [[nodiscard]] IGN_INLINE Bitboard pawns() const { return sets_[0]; }
    [[nodiscard]] IGN_INLINE Bitboard knights() const { return sets_[1]; }
    /// Bishops and queens.
    [[nodiscard]] IGN_INLINE Bitboard diagonal_sliders() const { return sets_[2]; }
    /// Rooks and queens.
    [[nodiscard]] IGN_INLINE Bitboard orthogonal_sliders() const { return sets_[3]; }
    [[nodiscard]] IGN_INLINE Bitboard kings() const { return sets_[kings_set]; }
    /// Where the side's king stands.
    [[nodiscard]] IGN_INLINE Square king(Color color) const {
        return (kings() & pieces(color)).first();
    }
    /// The squares of the pieces of one type, of both sides.
    [[nodiscard]] IGN_INLINE Bitboard pieces(PieceType type) const {
        const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(type)];
        Bitboard sliders = (diagonal_sliders() ^ ~masks.diagonal()) &
                           (orthogonal_sliders() ^ ~masks.orthogonal()) &
                           (masks.diagonal() | masks.orthogonal());
        return (pawns() & masks.pawn()) | (knights() & masks.knight()) | (kings() & masks.king) |
               sliders;
    }
    /// What stands on an occupied square.
    [[nodiscard]] PieceType type_on(Square square) const;
    /// What stands on any square; nothing if it is empty.
    [[nodiscard]] std::optional<PieceType> piece_on(Square square) const;

    /// The rooks that may still castle, of both sides.
    [[nodiscard]] IGN_INLINE Bitboard castling_rooks() const { return sets_[castling_set]; }
    /// The square passed over by a double step just made, whether or not it can be captured on.
    [[nodiscard]] IGN_INLINE Bitboard ep() const { return ep_; }
    /// Half-moves since the last capture or move of a pawn.
    [[nodiscard]] std::uint32_t halfmove_clock() const { return halfmove_clock_; }
    /// The number of the move to come, from 1; the same for both sides.
    [[nodiscard]] std::uint32_t fullmove_number() const { return fullmove_number_; }

    /// Is it the own king's move onto an own rook that may castle?
    [[nodiscard]] bool is_castling(Move move) const {
        return (pieces(turn_) & Bitboard(move.to) & castling_rooks()) && kings().has(move.from);
    }

    /// Plays a pseudo-legal move.
    void play(Move move);

    /// Plays a move of the side `us` that is not castling; `placed` differs from `type` only for
    /// promotions.
    template <Color us>
    IGN_INLINE void apply(PieceType type, Square from, Square to, PieceType placed);
    /// The same for what stands on `from`, if it is no promotion.
    template <Color us>
    IGN_INLINE void apply(Square from, Square to);
    template <Color us>
    IGN_INLINE void apply_castling(Square king, Square rook);
    /// After Lanes::move: what is left of a move once the pieces stand in their sets.
    template <Color us>
    IGN_INLINE void end_move_turn(Bitboard ep, bool is_reversible) {
        halfmove_clock_ = (halfmove_clock_ + 1) * is_reversible;
        ep_ = ep;
        end_turn<us>();
    }
    /// After Lanes::move: what else a replay asks for; the counters stand still.
    IGN_INLINE void set_ep(Bitboard ep) { ep_ = ep; }
    void set_turn(Color turn) { turn_ = turn; }

    friend bool operator==(const Position&, const Position&) = default;
    /// The same pieces, rights, side to move and en passant square.
    [[nodiscard]] bool same_but_for_counters(const Position& other) const {
        return sets_ == other.sets_ && ep_ == other.ep_ && turn_ == other.turn_;
    }

  private:
    friend class FenReader;
    friend class Lanes;
    friend class LaneReplay;

    void put(Color color, PieceType type, Square square);
    IGN_INLINE void place(Bitboard cleared, Bitboard placed, PieceType type);
    template <Color us>
    IGN_INLINE void end_move(Bitboard from_bit, Bitboard to_bit, Bitboard if_pawn,
                             Bitboard if_king);
    template <Color us>
    IGN_INLINE void end_turn();

    // Eight sets in a row, so that one vector register holds them (see lanes.hpp): pawns, knights,
    // bishops and queens, rooks and queens, kings, White, Black, rooks that may castle.
    static constexpr std::size_t kings_set = 4;
    static constexpr std::size_t colors_set = 5;
    static constexpr std::size_t castling_set = 7;
    alignas(64) std::array<Bitboard, 8> sets_;
    Bitboard ep_;
    std::uint32_t halfmove_clock_ = 0;
    std::uint32_t fullmove_number_ = 1;
    Color turn_ = Color::white;
};

/// Where king and rook stand after castling.
struct CastlingTargets {
    Square king;
    Square rook;
};
/// Where king and rook stand after castling: on the c- and d-file or the g- and f-file.
[[nodiscard]] IGN_INLINE constexpr CastlingTargets castling_targets(Square king, Square rook) {
    bool is_kingside = rook > king;
    int home = index(king) & 56;
    return {static_cast<Square>(home + (is_kingside ? 6 : 2)),
            static_cast<Square>(home + (is_kingside ? 5 : 3))};
}

IGN_INLINE void Position::place(Bitboard cleared, Bitboard placed, PieceType type) {
    const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(type)];
    // The four planes next to each other make one vector operation of this.
    for (std::size_t i = 0; i < masks.planes.size(); ++i) {
        sets_[i] = (sets_[i] & ~cleared) | (placed & masks.planes[i]);
    }
    sets_[kings_set] = (sets_[kings_set] & ~cleared) | (placed & masks.king);
}

template <Color us>
IGN_INLINE void Position::end_turn() {
    fullmove_number_ += us == Color::black;
    turn_ = !us;
}

template <Color us>
IGN_INLINE void Position::apply(PieceType type, Square from, Square to, PieceType placed) {
    Bitboard if_pawn = squares_if(type == PieceType::pawn);
    Bitboard gone = Bitboard(to) | backward<us>(ep_ & Bitboard(to) & if_pawn);
    place(Bitboard(from) | gone, Bitboard(to), placed);
    end_move<us>(Bitboard(from), Bitboard(to), if_pawn, squares_if(type == PieceType::king));
}

template <Color us>
IGN_INLINE void Position::apply(Square from, Square to) {
    Bitboard from_bit(from);
    Bitboard to_bit(to);
    Bitboard if_pawn = squares_if(pawns().has(from));
    Bitboard if_king = squares_if(kings().has(from));
    Bitboard cleared = ~(from_bit | to_bit | backward<us>(ep_ & to_bit & if_pawn));
    for (std::size_t i = 0; i < kings_set; ++i) {
        Bitboard placed = sets_[i] & from_bit ? to_bit : no_squares;
        sets_[i] = (sets_[i] & cleared) | placed;
    }
    sets_[kings_set] = (kings() & cleared) | (to_bit & if_king);
    end_move<us>(from_bit, to_bit, if_pawn, if_king);
}

/// What is left of a move once the pieces stand in their sets.
template <Color us>
IGN_INLINE void Position::end_move(Bitboard from_bit, Bitboard to_bit, Bitboard if_pawn,
                                   Bitboard if_king) {
    Bitboard& own = sets_[colors_set + static_cast<std::size_t>(us)];
    Bitboard& them = sets_[colors_set + static_cast<std::size_t>(!us)];
    Bitboard gone = to_bit | backward<us>(ep_ & to_bit & if_pawn);
    bool is_reversible = !((them & to_bit) | if_pawn);
    halfmove_clock_ = (halfmove_clock_ + 1) * is_reversible;
    own = own ^ from_bit ^ to_bit;
    them &= ~gone;
    sets_[castling_set] &= ~(from_bit | to_bit | (rank_squares(home_rank(us)) & if_king));
    ep_ = backward<us>(forward<us>(from_bit, 2) & to_bit & if_pawn);
    end_turn<us>();
}

template <Color us>
IGN_INLINE void Position::apply_castling(Square king, Square rook) {
    constexpr std::size_t orthogonal_set = 3;
    CastlingTargets targets = castling_targets(king, rook);
    Bitboard left = Bitboard(king) | Bitboard(rook);
    sets_[kings_set] = sets_[kings_set] ^ Bitboard(king) ^ Bitboard(targets.king);
    sets_[orthogonal_set] = sets_[orthogonal_set] ^ Bitboard(rook) ^ Bitboard(targets.rook);
    Bitboard& own = sets_[colors_set + static_cast<std::size_t>(us)];
    own = (own & ~left) | Bitboard(targets.king) | Bitboard(targets.rook);
    sets_[castling_set] &= ~rank_squares(home_rank(us));
    ep_ = no_squares;
    ++halfmove_clock_;
    end_turn<us>();
}

/// The pieces of the side `by` that attack a square, as if the occupied squares were these.
template <class Sliders, Color by>
[[nodiscard]] IGN_INLINE Bitboard attackers(const Position& position, Square square,
                                            Bitboard occupied) {
    int at = index(square);
    return ((pawn_attacks[1 - static_cast<int>(by)][at] & position.pawns()) |
            (knight_attacks[at] & position.knights()) | (king_attacks[at] & position.kings()) |
            (Sliders::bishop(square, occupied) & position.diagonal_sliders()) |
            (Sliders::rook(square, occupied) & position.orthogonal_sliders())) &
           position.pieces(by);
}

}  // namespace ign::chess
