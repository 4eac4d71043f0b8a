#include "ign/game/connect_four.hpp"

#include "ign/game/notation.hpp"

namespace ign::game {

namespace {

constexpr int columns = 7;
constexpr int column_bits = 7;
constexpr std::uint64_t bottom = 1;
constexpr std::uint64_t top = bottom << 5;

bool has_four(std::uint64_t discs) {
    for (int step : {1, column_bits - 1, column_bits, column_bits + 1}) {
        std::uint64_t pairs = discs & discs >> step;
        if ((pairs & pairs >> 2 * step) != 0) return true;
    }
    return false;
}

}  // namespace

MoveList<ConnectFour::Move, 7> ConnectFour::moves() const {
    MoveList<Move, columns> moves;
    // Only the player who has just moved can have four in a row.
    if (has_four(discs_[turn_ ^ 1])) return moves;
    std::uint64_t all = discs_[0] | discs_[1];
    for (Move column = 0; column < columns; ++column) {
        if ((all & top << column_bits * column) == 0) moves.push(column);
    }
    return moves;
}

void ConnectFour::play(Move column) {
    // Adding at the bottom carries over the discs to the lowest free place.
    std::uint64_t all = discs_[0] | discs_[1];
    std::uint64_t place = (all + (bottom << column_bits * column)) & ~all;
    discs_[turn_] |= place & (std::uint64_t{0x3F} << column_bits * column);
    turn_ ^= 1;
}

std::optional<ConnectFour::Move> ConnectFour::read_move(std::string_view& text) {
    return take_number(text, columns);
}

std::string ConnectFour::write_move(Move column) { return {static_cast<char>('1' + column)}; }

}  // namespace ign::game
