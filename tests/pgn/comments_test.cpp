#include <catch2/catch.hpp>

#include "pgn_text.hpp"

using namespace ign::pgn;
using namespace ign::pgn::test;

namespace {

const std::string header = "[Event \"x\"]\n\n";

}  // namespace

TEST_CASE("comments run over blank lines, bracket lines, results and parentheses") {
    CHECK(
        moves_of(header + "1. e4 {a\n\n\nb} e5 {\n[%cal Ge2e4]} 2. Nf3 {1-0\n} Nc6 {( } {)} 1-0") ==
        "e4 e5 Nf3 Nc6");
    CHECK(moves_of(header + "1. e4 {one\n[Event \"no game\"]\n[Site \"x\"]\n} e5 *") == "e4 e5");
}

TEST_CASE("braces do not nest") {
    const auto games = read_games(header + "1. e4 {see {note} } e5 *");
    CHECK(games.at(0).moves == std::vector<std::string>{"e4", "e5"});
    CHECK(games.at(0).kinds.at(3) == "comment:{see {note}");
    CHECK(games.at(0).kinds.at(4) == "stray_close:}");
}

TEST_CASE("comments glued to moves") {
    CHECK(moves_of(header + "1.e4{a}e5{b}2.Nf3{}Nc6;c\nd4 *") == "e4 e5 Nf3 Nc6 d4");
}

TEST_CASE("line comments hide braces, and braces line comments") {
    CHECK(moves_of(header + "1. e4 ; best { by\ne5 2. Nf3 ; so } what\r\nNc6 {; not} d4 *") ==
          "e4 e5 Nf3 Nc6 d4");
}

TEST_CASE("a percent sign hides a line only in column one and outside comments") {
    CHECK(moves_of(header + "1. e4 e5\n% 2. d4 { dump 1-0\n2. Nf3 {75 %\n% in} Nc6 *") ==
          "e4 e5 Nf3 Nc6");
    const auto games = read_games(header + "1. e4 % e5 *");
    CHECK(games.at(0).junk == std::vector<std::string>{"%"});
}

TEST_CASE("a comment left open to the end rejects its game and spares the next") {
    const auto games = read_games(
        "[Event \"a\"]\n\n1. e4 e5 {open 2. Nf3 1-0\n\n[Event \"b\"]\n\n"
        "1. d4 d5 0-1\n");
    REQUIRE(games.size() == 2);
    CHECK(games[0].problem == Problem::unterminated_comment);
    CHECK(games[0].moves == std::vector<std::string>{"e4", "e5"});
    CHECK(games[1].problem == Problem::none);
    CHECK(games[1].moves == std::vector<std::string>{"d4", "d5"});
    CHECK(read_games(header + "1. e4 {open").at(0).problem == Problem::unterminated_comment);
}

TEST_CASE("a comment open over a game start for long is taken for unclosed") {
    const std::string next = "[Event \"b\"]\n\n1. d4 {" + std::string(open_comment_bytes, 'x');
    const auto games = read_games(header + "1. e4 {open 1-0\n\n" + next + "} 0-1\n");
    REQUIRE(games.size() == 2);
    CHECK(games[0].problem == Problem::unterminated_comment);
    CHECK(games[1].moves == std::vector<std::string>{"d4"});
    CHECK(games[1].problem == Problem::none);
}

TEST_CASE("a long comment without a game start in it is only long") {
    const std::string filling(open_comment_bytes * 3, 'x');
    CHECK(moves_of(header + "1. e4 {" + filling + "} e5 *") == "e4 e5");
}

TEST_CASE("a comment of the limit is read, one over it rejects its game") {
    std::string filling(comment_bytes_limit - 2, 'x');
    CHECK(read_games(header + "1. e4 {" + filling + "} e5 *").at(0).problem == Problem::none);
    filling += 'x';
    const auto games = read_games(header + "1. e4 {" + filling + "} e5 *\n\n[Event \"b\"]\n*\n");
    CHECK(games.at(0).problem == Problem::comment_too_long);
    CHECK(games.back().state == GameEnd::complete);
    CHECK(games.back().problem == Problem::none);
    CHECK(games.back().result == "*");
}

TEST_CASE("an open brace before any game is prose") {
    const auto games = read_games("{ never closed\n[Event \"a\"]\n\n1. e4 *\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].problem == Problem::none);
    CHECK(games[0].moves == std::vector<std::string>{"e4"});
}
