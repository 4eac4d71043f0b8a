#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ign::game {

/// Three in a row on nine squares, numbered row by row from 0; a move is the square marked. The
/// smallest game that proves the codec knows no chess.
class TicTacToe {
  public:
    using Move = std::uint8_t;

    /// The empty squares in ascending order; none once a row is complete.
    class Moves {
      public:
        [[nodiscard]] const Move* begin() const { return squares_.data(); }
        [[nodiscard]] const Move* end() const { return squares_.data() + size_; }
        [[nodiscard]] Move operator[](std::size_t i) const { return squares_[i]; }
        void push(Move square) { squares_[size_++] = square; }

      private:
        std::array<Move, 9> squares_{};
        std::size_t size_ = 0;
    };

    [[nodiscard]] Moves moves() const;
    void play(Move square);

    friend bool operator==(const TicTacToe&, const TicTacToe&) = default;

  private:
    std::array<std::uint16_t, 2> marks_{};  // a bit a square, for the first and the second player
    std::uint8_t turn_ = 0;
};

}  // namespace ign::game
