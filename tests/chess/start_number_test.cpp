#include "ign/chess/start_number.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "ign/chess/fen.hpp"

namespace ign::chess {

TEST_CASE("start numbers: published ones") {
    CHECK(start_position(518) == Position::standard());
    CHECK(to_fen(start_position(0)) == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    CHECK(to_fen(start_position(959)) ==
          "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
}

TEST_CASE("start numbers: 960 different positions, each with its number") {
    std::set<std::string> all;
    for (int number = 0; number < start_count; ++number) {
        Position position = start_position(number);
        all.insert(to_fen(position));
        CHECK(start_number(position) == number);
    }
    CHECK(all.size() == start_count);
}

TEST_CASE("start numbers: other positions have none") {
    Position position = Position::standard();
    position.play({Square::e2, Square::e4});
    CHECK_FALSE(start_number(position));
    CHECK_FALSE(
        start_number(*parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1")));
}

}  // namespace ign::chess
