#include "ign/convert/stitcher.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "files.hpp"
#include "laws.hpp"
#include "nasty_texts.hpp"
#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

namespace {

std::vector<std::size_t> random_cuts(std::size_t size, std::mt19937& random) {
    std::vector<std::size_t> cuts(1 + random() % 6);
    for (std::size_t& cut : cuts) cut = random() % (size + 1);
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

}  // namespace

TEST_CASE("a text cut in two at any place gives the same rows") {
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            std::string broken = laws::cuts(text, std::vector{cut});
            if (!broken.empty()) FAIL(broken);
        }
    }
}

TEST_CASE("a text cut at every place, or at any, gives the same rows") {
    std::mt19937 random(7);
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        std::vector<std::size_t> every(text.size());
        std::iota(every.begin(), every.end(), std::size_t{0});
        CHECK(laws::cuts(text, every) == "");
        for (int i = 0; i < 300; ++i) {
            std::string broken = laws::cuts(text, random_cuts(text.size(), random));
            if (!broken.empty()) FAIL(broken);
        }
    }
}

TEST_CASE("the cases cut anywhere give the same rows") {
    std::mt19937 random(8);
    for (const std::string& path : shared_files("cases", 1200)) {
        if (!path.ends_with(".pgn")) continue;
        INFO(path);
        std::string text = read_text(path);
        for (std::size_t cut = 0; cut <= text.size(); cut += 1 + text.size() / 400) {
            std::string broken = laws::cuts(text, std::vector{cut});
            if (!broken.empty()) FAIL(broken);
        }
        for (int i = 0; i < 20; ++i) {
            std::string broken = laws::cuts(text, random_cuts(text.size(), random));
            if (!broken.empty()) FAIL(broken);
        }
    }
}

TEST_CASE("the fast path gives the rows of the general one") {
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        CHECK(laws::fast_path(text) == "");
    }
    CHECK(laws::fast_path(dump_games(50)) == "");
}

TEST_CASE("text after the last game belongs to that game, and only there") {
    Report report;
    std::string game = "1. e4 e4 1-0\n\n";
    std::string rest = "That was all.\n";
    auto rows = laws::stitched_rows(game + rest, std::vector{game.size()}, {}, report);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0][Field::raw] == game + rest);
    CHECK(report.gameless_text.empty());
    CHECK(report.empty_inputs.empty());
    CHECK(report.rejected == 1);
}

TEST_CASE("the text of an input without games is told") {
    Report report;
    auto rows = laws::stitched_rows("nothing here\n", std::vector<std::size_t>{3, 7}, {}, report);
    CHECK(rows.empty());
    CHECK(report.gameless_text == "nothing here\n");
    CHECK(report.empty_inputs == std::vector<std::string>{"input"});
}

TEST_CASE("rejects are counted and listed with game and byte, wherever the text is cut") {
    std::string good = "[Event \"g\"]\n\n1. e4 *\n\n";
    std::string bad = "[Event \"b\"]\n\n1. e4 e4 *\n\n";
    std::string worse = "[Event \"w\"]\n[FEN \"x\"]\n\n*\n\n";
    std::string text = good + bad + good + worse + bad;
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Report report;
        laws::stitched_rows(text, std::vector{cut}, {}, report);
        CHECK(report.games == 5);
        CHECK(report.rejected == 3);
        CHECK(report.rejected_by_reason[static_cast<std::size_t>(RejectReason::illegal_move)] == 2);
        CHECK(report.rejected_by_reason[static_cast<std::size_t>(RejectReason::bad_fen)] == 1);
        CHECK(report.text_bytes == text.size());
        REQUIRE(report.first_rejects.size() == 3);
        CHECK(report.first_rejects[0] == "input: game 2 at byte " + std::to_string(good.size()) +
                                             ": illegal move at ply 2: e4");
        CHECK(report.first_rejects[2] == "input: game 5 at byte " +
                                             std::to_string(text.size() - bad.size()) +
                                             ": illegal move at ply 2: e4");
    }
}

TEST_CASE("a game of many pieces is read in linear time") {
    std::string text = "1. e4 {" + std::string(300000, 'x') + "} e5 *\n";
    std::vector<std::size_t> cuts;
    for (std::size_t at = 50; at < text.size(); at += 50) cuts.push_back(at);
    CHECK(laws::cuts(text, cuts) == "");
}
