// A game of one's own on the codec; docs/add-a-game.md explains it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "ign/codec/natural.hpp"
#include "ign/game/catalogue.hpp"
#include "ign/game/move_list.hpp"

/// Nim with heaps of 3, 4 and 5: a move takes some of one heap, who takes the last one wins.
class Nim {
  public:
    struct Move {
        std::uint8_t heap = 0;
        std::uint8_t taken = 0;
        friend bool operator==(const Move&, const Move&) = default;
    };

    static constexpr std::string_view name = "nim";
    static constexpr std::string_view alias = "marienbad";
    static constexpr std::string_view notation = "heap and number, such as b2";

    // In the order that the numbers are made with: by heap, then by how many are taken.
    [[nodiscard]] ign::game::MoveList<Move, 12> moves() const {
        ign::game::MoveList<Move, 12> moves;
        for (std::uint8_t heap = 0; heap < heaps_.size(); ++heap) {
            for (std::uint8_t taken = 1; taken <= heaps_[heap]; ++taken) moves.push({heap, taken});
        }
        return moves;
    }
    void play(Move move) {
        heaps_[move.heap] = static_cast<std::uint8_t>(heaps_[move.heap] - move.taken);
    }

    // Takes a move off the front of the text; anything else stays there.
    [[nodiscard]] static std::optional<Move> read_move(std::string_view& text) {
        if (text.size() < 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '5')
            return std::nullopt;
        Move move{static_cast<std::uint8_t>(text[0] - 'a'),
                  static_cast<std::uint8_t>(text[1] - '0')};
        text.remove_prefix(2);
        return move;
    }
    [[nodiscard]] static std::string write_move(Move move) {
        return {static_cast<char>('a' + move.heap), static_cast<char>('0' + move.taken)};
    }

    friend bool operator==(const Nim&, const Nim&) = default;

  private:
    std::array<std::uint8_t, 3> heaps_ = {3, 4, 5};
};

// That is all of the game; the rest makes a program of it.
int main(int count, char** words) {
    constexpr auto nim = ign::game::make_entry<Nim>();
    std::string line;
    for (int i = 1; i < count; ++i) line += std::string(words[i]) + ' ';
    auto number = nim.encode(line);
    if (!number) {
        std::cerr << "nim: " << number.error() << '\n';
        return 1;
    }
    std::cout << ign::codec::to_decimal(*number) << " is " << *nim.decode(*number) << "; "
              << nim.perft(3) << " lines of three moves\n";
}
