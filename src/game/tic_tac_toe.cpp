#include "ign/game/tic_tac_toe.hpp"

#include <algorithm>

#include "ign/game/notation.hpp"

namespace ign::game {

namespace {

constexpr std::array<std::uint16_t, 8> rows = {0b000000111, 0b000111000, 0b111000000, 0b001001001,
                                               0b010010010, 0b100100100, 0b100010001, 0b001010100};

bool has_row(std::uint16_t marks) {
    return std::ranges::any_of(rows, [marks](std::uint16_t row) { return (marks & row) == row; });
}

}  // namespace

MoveList<TicTacToe::Move, 9> TicTacToe::moves() const {
    MoveList<Move, 9> moves;
    if (has_row(marks_[0]) || has_row(marks_[1])) return moves;
    for (Move square = 0; square < 9; ++square) {
        if (((marks_[0] | marks_[1]) >> square & 1) == 0) moves.push(square);
    }
    return moves;
}

void TicTacToe::play(Move square) {
    marks_[turn_] = static_cast<std::uint16_t>(marks_[turn_] | 1U << square);
    turn_ ^= 1;
}

std::optional<TicTacToe::Move> TicTacToe::read_move(std::string_view& text) {
    return take_number(text, 9);
}

std::string TicTacToe::write_move(Move square) { return {static_cast<char>('1' + square)}; }

}  // namespace ign::game
