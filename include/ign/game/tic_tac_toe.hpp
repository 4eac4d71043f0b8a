#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ign/game/move_list.hpp"

namespace ign::game {

/// Three in a row on nine squares, numbered row by row from 0; a move is the square marked. The
/// smallest game that proves the codec knows no chess.
class TicTacToe {
  public:
    using Move = std::uint8_t;

    static constexpr std::string_view name = "tic-tac-toe";
    static constexpr std::string_view alias = "tictactoe";
    static constexpr std::string_view notation = "1 to 9, the squares row by row";

    /// The empty squares in ascending order; none once a row is complete.
    [[nodiscard]] MoveList<Move, 9> moves() const;
    /// Plays one of moves(), which is not checked.
    void play(Move square);

    /// Takes the move that `text` begins with off its front, possible or not; nothing is taken and
    /// given if it begins with none.
    [[nodiscard]] static std::optional<Move> read_move(std::string_view& text);
    /// The inverse of read_move.
    [[nodiscard]] static std::string write_move(Move square);

    friend bool operator==(const TicTacToe&, const TicTacToe&) = default;

  private:
    std::array<std::uint16_t, 2> marks_{};  // a bit a square, for the first and the second player
    std::uint8_t turn_ = 0;
};

}  // namespace ign::game
