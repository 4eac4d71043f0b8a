#include "ign/game/game.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "ign/game/tic_tac_toe.hpp"

namespace ign::game {

static_assert(Game<TicTacToe>);
static_assert(!CountingGame<TicTacToe>);

namespace {

struct Tally {
    std::size_t sequences = 0;
    std::size_t finished = 0;
    std::size_t wrong = 0;
    std::set<std::string> numbers;
};

void visit(const TicTacToe& game, std::vector<TicTacToe::Move>& played, Tally& tally) {
    codec::Fold fold;
    auto end = encode(TicTacToe(), std::span<const TicTacToe::Move>(played), fold);
    auto number = fold.finish();
    auto decoded = decode(TicTacToe(), number);
    bool is_right = end && *end == game && decoded && *decoded == played;
    tally.wrong += !is_right;
    tally.numbers.emplace(reinterpret_cast<const char*>(number.data()), number.size());
    ++tally.sequences;
    tally.finished += radix(game) == 0;
    for (TicTacToe::Move move : game.moves()) {
        TicTacToe next = game;
        next.play(move);
        played.push_back(move);
        visit(next, played, tally);
        played.pop_back();
    }
}

}  // namespace

TEST_CASE("tic-tac-toe: every sequence of moves has a number of its own") {
    Tally tally;
    std::vector<TicTacToe::Move> played;
    visit(TicTacToe(), played, tally);
    CHECK(tally.sequences == 549'946);
    CHECK(tally.finished == 255'168);
    CHECK(tally.numbers.size() == 549'946);
    CHECK(tally.wrong == 0);
}

TEST_CASE("tic-tac-toe: perft") {
    CHECK(perft(TicTacToe(), 0) == 1);
    CHECK(perft(TicTacToe(), 4) == 9 * 8 * 7 * 6);
    // Of all 9! fillings those without a row before the last move.
    CHECK(perft(TicTacToe(), 9) == 127'872);
}

TEST_CASE("tic-tac-toe: what is no move stops encoding and decoding") {
    codec::Fold fold;
    std::array<TicTacToe::Move, 3> twice = {4, 0, 4};
    auto end = encode(TicTacToe(), std::span<const TicTacToe::Move>(twice), fold);
    REQUIRE_FALSE(end);
    CHECK(end.error().ply == 3);
    std::array<std::byte, 4> too_large = {std::byte{255}, std::byte{255}, std::byte{255},
                                          std::byte{255}};
    auto moves = decode(TicTacToe(), too_large);
    REQUIRE_FALSE(moves);
    CHECK(moves.error().ply > 5);
}

}  // namespace ign::game
