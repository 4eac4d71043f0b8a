#include "ign/game/othello.hpp"

#include <array>
#include <bit>
#include <utility>

#include "ign/game/notation.hpp"

namespace ign::game {

namespace {

using Board = std::uint64_t;

// A step to a neighbour: by how many bits, and the squares it can lead to without leaving the board
// on one side and coming in on the other.
struct Direction {
    int shift;
    Board targets;
};

constexpr Board all = ~Board{0};
constexpr Board not_a_file = 0xfefefefefefefefe;
constexpr Board not_h_file = 0x7f7f7f7f7f7f7f7f;
constexpr std::array<Direction, 8> directions = {{{1, not_a_file},
                                                  {7, not_h_file},
                                                  {8, all},
                                                  {9, not_a_file},
                                                  {-1, not_h_file},
                                                  {-7, not_a_file},
                                                  {-8, all},
                                                  {-9, not_h_file}}};
constexpr int longest_line = 6;  // discs taken in one direction

Board step(Board squares, Direction direction) {
    Board moved = direction.shift > 0 ? squares << direction.shift : squares >> -direction.shift;
    return moved & direction.targets;
}

// The discs of `other` in unbroken lines from `squares` on.
Board line_of(Board squares, Board other, Direction direction) {
    Board line = step(squares, direction) & other;
    for (int i = 1; i < longest_line; ++i) line |= step(line, direction) & other;
    return line;
}

Board placements(Board own, Board other) {
    Board found = 0;
    for (Direction direction : directions) {
        found |= step(line_of(own, other, direction), direction);
    }
    return found & ~(own | other);
}

Board taken(Board disc, Board own, Board other) {
    Board found = 0;
    for (Direction direction : directions) {
        Board line = line_of(disc, other, direction);
        if ((step(line, direction) & own) != 0) found |= line;
    }
    return found;
}

}  // namespace

MoveList<Othello::Move, 60> Othello::moves() const {
    MoveList<Move, 60> moves;
    for (Board left = placements(own_, other_); left != 0; left &= left - 1) {
        moves.push(static_cast<Move>(std::countr_zero(left)));
    }
    if (moves.size() == 0 && placements(other_, own_) != 0) moves.push(pass);
    return moves;
}

void Othello::play(Move move) {
    if (move != pass) {
        Board disc = Board{1} << move;
        Board gained = taken(disc, own_, other_);
        own_ |= disc | gained;
        other_ &= ~gained;
    }
    std::swap(own_, other_);
    black_moves_ = !black_moves_;
}

std::optional<Othello::Move> Othello::silent_move() const {
    auto possible = moves();
    if (possible.size() != 1 || possible[0] != pass) return std::nullopt;
    return pass;
}

std::optional<Othello::Move> Othello::read_move(std::string_view& text) {
    for (std::string_view word : {"pass", "PASS", "Pass", "--"}) {
        if (take_word(text, word)) return pass;
    }
    if (text.size() < 2) return std::nullopt;
    int file = (text[0] | 0x20) - 'a';
    int rank = text[1] - '1';
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
    text.remove_prefix(2);
    return static_cast<Move>(rank * 8 + file);
}

std::string Othello::write_move(Move move) {
    if (move == pass) return "pass";
    return {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
}

int Othello::black_discs() const { return std::popcount(black_moves_ ? own_ : other_); }
int Othello::white_discs() const { return std::popcount(black_moves_ ? other_ : own_); }

}  // namespace ign::game
