#pragma once

#include "ign/chess/position.hpp"
#include "ign/search/captures.hpp"

namespace ign::search {

/// Are both the same position by the rules: the same pieces on the same squares, the same side to
/// move, the same castling rights, and the same captures en passant? An en passant square on which
/// no capture is legal does not count, and neither do the counters.
[[nodiscard]] bool is_same_position(const chess::Position& left, const chess::Position& right);

/// A position that games are searched for.
class PositionTarget {
  public:
    /// The position that is sought.
    explicit PositionTarget(const chess::Position& position);

    [[nodiscard]] const chess::Position& position() const { return position_; }
    [[nodiscard]] PieceTotals totals() const { return totals_; }

    /// By is_same_position.
    [[nodiscard]] IGN_INLINE bool matches(const chess::Position& position) const {
        return position.occupied() == position_.occupied() && is_same_position(position, position_);
    }

    /// True only if no position that follows can match: castling rights never come back, and a
    /// pawn never returns to where it started. Of the number of pieces see least_plies.
    [[nodiscard]] IGN_INLINE bool is_out_of_reach(const chess::Position& position) const {
        using chess::Color;
        chess::Bitboard pawns = position.pawns();
        chess::Bitboard left_home = (white_home_pawns_ & ~(pawns & position.pieces(Color::white))) |
                                    (black_home_pawns_ & ~(pawns & position.pieces(Color::black)));
        chess::Bitboard lost_rights = position_.castling_rooks() & ~position.castling_rooks();
        return static_cast<bool>(left_home | lost_rights);
    }

  private:
    chess::Position position_;
    PieceTotals totals_;
    chess::Bitboard white_home_pawns_;
    chess::Bitboard black_home_pawns_;
};

}  // namespace ign::search
