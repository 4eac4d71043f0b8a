#include "ign/game/game.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "ign/codec/natural.hpp"
#include "ign/game/catalogue.hpp"
#include "ign/game/connect_four.hpp"
#include "ign/game/othello.hpp"
#include "ign/game/resignation.hpp"
#include "ign/game/tic_tac_toe.hpp"

namespace ign::game {

static_assert(Game<TicTacToe>);
static_assert(!CountingGame<TicTacToe>);
static_assert(NotatedGame<Othello> && NotatedGame<NotatedWithResignation<Othello>>);
static_assert(CountingGame<WithResignation<ConnectFour>>);

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

TEST_CASE("tic-tac-toe: finished games by their length") {
    // 255,168 games: published, and by hand 8 rows * 3! * 6 * 5 of five moves.
    auto plies = count_plies(TicTacToe(), 9);
    REQUIRE(plies.size() == 10);
    CHECK(plies[5].finished == 1440);
    CHECK(plies[6].finished == 5328);
    CHECK(plies[7].finished == 47952);
    CHECK(plies[8].finished == 72576);
    CHECK(plies[9] == PlyCount{127'872, 127'872});
}

TEST_CASE("othello: perft against the published table") {
    constexpr std::uint64_t expected[] = {1,    4,    12,     56,      244,
                                          1396, 8200, 55'092, 390'216, 3'005'288};
    for (int depth = 0; depth < 10; ++depth) CHECK(perft(Othello(), depth) == expected[depth]);
}

TEST_CASE("connect four: perft") {
    std::uint64_t power = 1;
    for (int depth = 0; depth < 7; ++depth, power *= 7) {
        CHECK(perft(ConnectFour(), depth) == power);
    }
    // All but the seven that put a seventh disc into one column.
    CHECK(perft(ConnectFour(), 7) == 823'536);
}

TEST_CASE("othello: a pass is a move and may be left out of the text") {
    // Nine moves to a white board: the shortest game, published as such.
    std::string_view wiped_out = "e6f4e3f6g5d6e7f5c5";
    auto number = encode_text<Othello>(wiped_out);
    REQUIRE(number);
    CHECK(*decode_text<Othello>(*number) == "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    auto after = encode_text<Othello>("e6f4e3f6g5d6e7f5c5 a1");
    REQUIRE_FALSE(after);
    CHECK(after.error() == "illegal move at ply 10: a1 (the game is over)");
    // The number is that of the slow game in tests/python/board_games.py.
    std::string until =
        "c4e3f5b4f3d6e2f4g5e1c5g3c3h6e7b5d3c6e6c2d2c7h5e8d7g6f2c8f7g8h2c1b1a1a4d1a5a3b2b6b7a7f6f1"
        "a8g7b3h3a6h1g1b8h4g2g4";
    auto spoken = encode_text<Othello>(until + "passh7");
    REQUIRE(spoken);
    CHECK(codec::to_decimal(*spoken) == "8605813610569589746124391434834745893977092341271118");
    CHECK(*encode_text<Othello>(until + "h7") == *spoken);
    CHECK(decode_text<Othello>(*spoken)->ends_with("g4 pass h7"));
    auto first = encode_text<Othello>("pass");
    REQUIRE_FALSE(first);
    CHECK(first.error() == "illegal move at ply 1: pass");
}

TEST_CASE("games: the resignation is one move more and the last") {
    using Resigning = WithResignation<TicTacToe>;
    CHECK(perft(Resigning(), 1) == 10);
    CHECK(perft(Resigning(), 2) == 9 * 9);
    // A game that is over offers none: 549,946 - 255,168 positions more to stop at.
    auto plies = count_plies(Resigning(), 10);
    std::uint64_t sequences = 0;
    for (PlyCount ply : plies) sequences += ply.sequences;
    CHECK(sequences == 549'946 + (549'946 - 255'168));

    using Notated = NotatedWithResignation<TicTacToe>;
    auto number = encode_text<Notated>("5 1 resign");
    REQUIRE(number);
    // 5 of 10, 1 of 9, 8 of 8.
    CHECK(*number == std::vector{std::byte{(5 + 10 * (1 + 9 * 8)) & 0xff},
                                 std::byte{(5 + 10 * (1 + 9 * 8)) >> 8}});
    CHECK(*decode_text<Notated>(*number) == "5 1 resign");
    CHECK_FALSE(encode_text<Notated>("5 resign 1"));
    CHECK_FALSE(encode_text<Notated>("1 4 2 5 3 resign"));
    CHECK_FALSE(encode_text<TicTacToe>("5 resign"));
}

TEST_CASE("games: the catalogue knows them by name and alias") {
    for (Resignation resignation : {Resignation::none, Resignation::offered}) {
        CHECK(catalogue(resignation).size() == 3);
        for (const CatalogueEntry& entry : catalogue(resignation)) {
            CHECK(find_game(entry.name, resignation) == &entry);
            CHECK(find_game(entry.alias, resignation) == &entry);
            CHECK(entry.encode("")->empty());
        }
        CHECK(find_game("chess", resignation) == nullptr);
    }
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
