#pragma once

#include <cstdint>
#include <optional>

#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/game/game.hpp"

namespace ign::chess {

/// Chess as a game::Game under one of its numberings.
template <Numbering numbering>
class ChessGame {
  public:
    using Move = chess::Move;

    ChessGame() = default;
    /// Begins at `start`; without it at the standard position.
    explicit ChessGame(const Position& start) : position_(start) {}

    [[nodiscard]] const Position& position() const { return position_; }

    /// See chess::moves, Position::play, chess::radix, chess::ordinal and chess::select.
    [[nodiscard]] MoveList moves() const { return chess::moves(position_, numbering); }
    void play(Move move) { position_.play(move); }

    [[nodiscard]] std::uint32_t radix() const { return chess::radix<numbering>(position_); }
    [[nodiscard]] codec::Digit ordinal(Move move) const {
        return chess::ordinal<numbering>(position_, move);
    }
    [[nodiscard]] std::optional<Move> select(std::uint32_t index) const {
        return chess::select<numbering>(position_, index);
    }
    /// Only of moves that have a place.
    [[nodiscard]] bool is_legal(Move move) const { return is_safe(position_, move); }

    friend bool operator==(const ChessGame&, const ChessGame&) = default;

  private:
    Position position_ = Position::standard();
};

static_assert(game::CountingGame<ChessGame<Numbering::pseudo_legal>>);
static_assert(game::CountingGame<ChessGame<Numbering::legal>>);

}  // namespace ign::chess
