#pragma once

#include "ign/chess/position.hpp"

namespace ign::search {

/// Are both the same position by the rules: the same pieces on the same squares, the same side to
/// move, the same castling rights, and the same captures en passant? An en passant square on which
/// no capture is legal does not count, and neither do the counters.
[[nodiscard]] bool is_same_position(const chess::Position& left, const chess::Position& right);

/// A position that games are searched for.
class PositionTarget {
  public:
    explicit PositionTarget(const chess::Position& position);

    [[nodiscard]] const chess::Position& position() const { return position_; }
    [[nodiscard]] std::uint32_t piece_count() const { return piece_count_; }

    /// By is_same_position.
    [[nodiscard]] IGN_INLINE bool matches(const chess::Position& position) const {
        return position.occupied() == position_.occupied() && is_same_position(position, position_);
    }

    /// True only if no position that follows can match: pieces, pawns and castling rights never
    /// come back, and a pawn never returns to where it started.
    [[nodiscard]] IGN_INLINE bool is_out_of_reach(const chess::Position& position) const {
        using chess::Color;
        chess::Bitboard pawns = position.pawns();
        chess::Bitboard left_home = (white_home_pawns_ & ~(pawns & position.pieces(Color::white))) |
                                    (black_home_pawns_ & ~(pawns & position.pieces(Color::black)));
        chess::Bitboard lost_rights = position_.castling_rooks() & ~position.castling_rooks();
        return static_cast<bool>(left_home | lost_rights) ||
               position.pieces(Color::white).count() < white_count_ ||
               position.pieces(Color::black).count() < black_count_;
    }

  private:
    chess::Position position_;
    std::uint32_t piece_count_;
    std::uint32_t white_count_;
    std::uint32_t black_count_;
    chess::Bitboard white_home_pawns_;
    chess::Bitboard black_home_pawns_;
};

}  // namespace ign::search
