#include "ign/uci/position_command.hpp"

#include <catch2/catch.hpp>

#include "ign/chess/fen.hpp"

namespace ign::uci {

namespace {

std::string end_of(std::string_view arguments) {
    auto game = read_position(arguments);
    return game ? chess::to_fen(game->end) : game.error();
}

}  // namespace

TEST_CASE("position: where the moves lead") {
    CHECK(end_of("startpos") == chess::to_fen(chess::Position::standard()));
    CHECK(end_of(" startpos \t moves  e2e4 e7e5 g1f3 ") ==
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    CHECK(end_of("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1 e8g8") ==
          "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
    CHECK(end_of("fen nqrnbbkr/pppppppp/8/8/8/8/PPPPPPPP/NQRNBBKR w KQkq - 0 1 moves d2d3 d7d6 "
                 "g2g3 g7g6 f1g2 f8g7 g1h1 g8h8") ==
          "nqrnbrk1/ppp1ppbp/3p2p1/8/8/3P2P1/PPP1PPBP/NQRNBRK1 w - - 4 5");
    CHECK(end_of("fen 8/P6k/8/8/8/8/8/K7 w moves a7a8n") == "N7/7k/8/8/8/8/8/K7 b - - 0 1");
}

TEST_CASE("position: what is wrong is said, with the ply") {
    CHECK(end_of("startpos moves e2e4 0000") == "null move, which no game has, at ply 2: 0000");
    CHECK(end_of("startpos moves e2e4 e2e4") == "illegal move at ply 2: e2e4");
    CHECK(end_of("startpos moves Nf3") == "not a move in UCI notation at ply 1: Nf3");
    CHECK(end_of("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8") == "illegal move at ply 1: a7a8");
    CHECK(end_of("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q") ==
          "not a move in UCI notation at ply 1: a7a8Q");
    CHECK(end_of("startpos e2e4") == "behind startpos stands neither the end nor 'moves'");
    CHECK(end_of("") == "neither startpos nor fen follows 'position'");
    CHECK(end_of("fen 8/8/8/8/8/8/8/8 w").starts_with("bad FEN: "));
}

}  // namespace ign::uci
