#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "ign/chess/position.hpp"
#include "ign/chess/reach.hpp"

/// Rules by listing and by trying: plain and independent of the counting in reach.hpp, for what is
/// rare or has to judge the fast paths.
namespace ign::chess {

/// A list of moves without allocation. No position, however odd a FEN may make it, has more moves
/// than 64 pieces of at most 27, pawns of at most 12.
class MoveList {
  public:
    /// Appends a move; there is room for as many as any position has.
    void push(Move move) {
        assert(size_ < moves_.size());
        moves_[size_++] = move;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, 64 * 27> moves_;
    std::size_t size_ = 0;
};

/// The moves that the numbering counts, in canonical order.
[[nodiscard]] MoveList moves(const Position& position, Numbering numbering);

/// The opponent's pieces that give check to the side to move.
[[nodiscard]] Bitboard checkers(const Position& position);

/// Does a pseudo-legal move (castling: one that counts) leave the own king unattacked?
[[nodiscard]] bool is_safe(const Position& position, Move move);

/// False for mate and stalemate.
[[nodiscard]] bool has_legal_move(const Position& position);

/// The own pieces of this type, neither pawns nor the king, that can legally go to `to`: the
/// question that disambiguation in SAN is about.
[[nodiscard]] Bitboard legal_origins(const Position& position, PieceType type, Square to);

}  // namespace ign::chess
