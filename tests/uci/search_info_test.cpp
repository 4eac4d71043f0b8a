#include "ign/uci/search_info.hpp"

#include <catch2/catch.hpp>

#include "ign/chess/fen.hpp"

namespace ign::uci {

namespace {

SearchInfo read(std::string_view arguments) {
    return read_info(chess::Position::standard(), arguments);
}

}  // namespace

TEST_CASE("info: all fields of a line") {
    SearchInfo info = read(
        " depth 12 seldepth 18 multipv 2 score cp -31 wdl 10 900 90 nodes 34521 nps 812000 "
        "hashfull 3 tbhits 7 time 42 currmove g1f3 currmovenumber 3 cpuload 500 pv e2e4 c7c5");
    CHECK(info.depth == 12);
    CHECK(info.seldepth == 18);
    CHECK(info.multipv == 2);
    CHECK(info.score == Score{Score::Kind::centipawns, -31, Bound::exact});
    CHECK(info.wdl == WinDrawLoss{10, 900, 90});
    CHECK(info.nodes == 34521);
    CHECK(info.nps == 812000);
    CHECK(info.hashfull == 3);
    CHECK(info.tbhits == 7);
    CHECK(info.time == 42);
    CHECK(info.cpuload == 500);
    CHECK(info.currmovenumber == 3);
    CHECK(info.currmove == chess::Move{chess::Square::g1, chess::Square::f3});
    CHECK(info.pv == std::vector<chess::Move>{{chess::Square::e2, chess::Square::e4},
                                              {chess::Square::c7, chess::Square::c5}});
}

TEST_CASE("info: scores") {
    CHECK(read("score mate -3").score == Score{Score::Kind::mate, -3, Bound::exact});
    CHECK(read("score cp 20 lowerbound nodes 5").score ==
          Score{Score::Kind::centipawns, 20, Bound::lower});
    CHECK(read("score upperbound cp 20").score == Score{Score::Kind::centipawns, 20, Bound::upper});
    CHECK_FALSE(read("score cp x").score);
    CHECK_FALSE(read("score cp 99999999999").score);
    CHECK_FALSE(read("score").score);
}

TEST_CASE("info: what is unknown or broken is skipped") {
    SearchInfo info = read("joho 3 depth x nodes 9 refutation e2e4 e7e5 time");
    CHECK_FALSE(info.depth);
    CHECK(info.nodes == 9);
    CHECK_FALSE(info.time);
    CHECK(info.pv.empty());
    // A variation ends where it stops being legal.
    CHECK(read("pv e2e4 e2e4 depth 3").pv.size() == 1);
    CHECK(read("pv e2e4 e2e4 depth 3").depth == 3);
    CHECK(read("string  depth 3  and so on").text == "depth 3  and so on");
    CHECK_FALSE(read("string depth 3").depth);
}

TEST_CASE("bestmove: a move, none, or no move at all") {
    auto best = [](std::string_view text) {
        return read_best_move(chess::Position::standard(), text);
    };
    CHECK(best("e2e4").best == chess::Move{chess::Square::e2, chess::Square::e4});
    CHECK(best("e2e4 ponder e7e5").ponder == chess::Move{chess::Square::e7, chess::Square::e5});
    CHECK_FALSE(best("e2e4 ponder e2e4").ponder);
    for (const char* none : {"(none)", "0000", "NULL", ""}) {
        CHECK_FALSE(best(none).best);
        CHECK(best(none).is_legal);
    }
    CHECK_FALSE(best("e2e5").is_legal);
}

}  // namespace ign::uci
