#include <catch2/catch.hpp>

#include "ign/pgn/boundary.hpp"
#include "pgn_text.hpp"

using namespace ign::pgn;
using namespace ign::pgn::test;

namespace {

std::vector<std::string> spans(std::string_view text) {
    std::vector<std::string> all;
    for (const Game& game : read_games(text)) all.push_back(game.text);
    return all;
}

GameEnd state_of(std::string_view text, TextEnd text_end) {
    Tokenizer tokenizer(text.data(), text.data() + text.size(), text_end);
    while (tokenizer.next().kind != TokenKind::end) {
    }
    return tokenizer.state();
}

using Spans = std::vector<std::string>;

}  // namespace

TEST_CASE("a game ends behind its marker and the white space after it") {
    CHECK(spans("[A \"b\"]\n\n1. e4 1-0\n\n\n[A \"c\"]\n\n*\n") ==
          Spans{"[A \"b\"]\n\n1. e4 1-0\n\n\n", "[A \"c\"]\n\n*\n"});
    CHECK(spans("[A \"b\"]\n1-0\n[A \"c\"]\n0-1") == Spans{"[A \"b\"]\n1-0\n", "[A \"c\"]\n0-1"});
}

TEST_CASE("a game without a marker ends before the next tag pair's line") {
    CHECK(spans("[A \"b\"]\n\n1. e4 e5\n\n[A \"c\"]\n\n1. d4 d5") ==
          Spans{"[A \"b\"]\n\n1. e4 e5\n\n", "[A \"c\"]\n\n1. d4 d5"});
    CHECK(spans("[A \"b\"]\n1. e4\n[Site\n\"c\"]\n1. d4") ==
          Spans{"[A \"b\"]\n1. e4\n", "[Site\n\"c\"]\n1. d4"});
    CHECK(spans("[A \"b\"]\n1. e4\n[Event c]\n1. d4") ==
          Spans{"[A \"b\"]\n1. e4\n", "[Event c]\n1. d4"});
}

TEST_CASE("blank lines among the moves end nothing") {
    CHECK(count_games("[A \"b\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n\n3. Bb5 1-0\n") == 1);
}

TEST_CASE("games of tags only are parted where the tags start over after a blank line") {
    CHECK(count_games("[Event \"a\"]\n[Result \"*\"]\n\n\n[Event \"b\"]\n[Result \"*\"]\n") == 2);
    CHECK(count_games("[FEN \"a\"]\n\n[FEN \"b\"]\n\n") == 2);
    CHECK(count_games("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *\n") == 1);
}

TEST_CASE("a blank line inside the tag section ends nothing") {
    CHECK(count_games("[Event \"a\"]\n\n[Result \"*\"]\n\n1. e4 *\n") == 1);
    CHECK(count_games("[Event \"a\"]\r\n\r\n[Result \"*\"]\r\n\r\n1. e4 *\r\n") == 1);
}

TEST_CASE("games of a result only") {
    CHECK(count_games("[A \"b\"]\n\n 0-1\n\n[A \"c\"]\n\n1-0\n\n[A \"d\"]\n\n1/2-1/2\n") == 3);
}

TEST_CASE("games without tags are parted by their markers") {
    CHECK(spans("1. e4 e5 1-0\n\n1. d4 d5 2. c4 0-1\n") ==
          Spans{"1. e4 e5 1-0\n\n", "1. d4 d5 2. c4 0-1\n"});
    CHECK(spans("e4 e5 *\ne2e4 c5 *") == Spans{"e4 e5 *\n", "e2e4 c5 *"});
    CHECK(count_games("\xEF\xBB\xBF"
                      "1. e4 e5 2. Nf3 *\n") == 1);
    CHECK(count_games("{note} 1. e4 *") == 1);
}

TEST_CASE("prose, comments and escapes before tags belong to the game and make none") {
    const std::string head =
        "\xEF\xBB\xBF{\nCollected in 1990. No moves 1-0\n}\n; [Event \"no\"]\n"
        "% 1. e4 e5 1-0\nDear reader,\nthis file has 2. games [Event \"no\"]\n\n";
    const std::string game = "[Event \"a\"]\n\n1. e4 *\n\n";
    CHECK(spans(head + game) == Spans{head + game});
    CHECK(spans(game + head + game) == Spans{game, head + game});
    CHECK(count_games(head + game) == 1);
}

TEST_CASE("text without a game has no game") {
    for (const std::string text : {"; nothing here\n% nor here\n\n", "\n \r\n\t", "{a comment}",
                                   "{an open comment", "Only words.\n1990. was a year\n", "1-0",
                                   "*", "\xEF\xBB\xBF", "[", "[Event", "e4", "1."}) {
        CAPTURE(text);
        CHECK(state_of(text, TextEnd::at_eof) == GameEnd::no_game);
        CHECK(state_of(text, TextEnd::more) == GameEnd::need_more);
    }
}

TEST_CASE("text after the last game has no game") {
    const auto games = read_games("[A \"b\"]\n\n1. e4 1-0\n\n{the end}\nBye.\n");
    REQUIRE(games.size() == 2);
    CHECK(games[0].state == GameEnd::complete);
    CHECK(games[1].state == GameEnd::no_game);
}

TEST_CASE("a game at the end of a piece needs more text unless the end is known") {
    const std::string game = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n";
    CHECK(state_of(game, TextEnd::more) == GameEnd::need_more);
    CHECK(state_of(game, TextEnd::at_eof) == GameEnd::complete);
    CHECK(state_of(game, TextEnd::at_game_start) == GameEnd::complete);
    CHECK(state_of(game + "[Eve", TextEnd::more) == GameEnd::complete);
}

TEST_CASE("before a game start an unfinished game is over, an unfinished comment is not") {
    CHECK(state_of("[Event \"a\"]\n\n1. e4 e5\n\n", TextEnd::at_game_start) == GameEnd::complete);
    CHECK(state_of("[Event \"a\"]\n\n", TextEnd::at_game_start) == GameEnd::complete);
    CHECK(state_of("[Site \"a\"]\n\n", TextEnd::at_game_start) == GameEnd::need_more);
    CHECK(state_of("Prose.\n\n", TextEnd::at_game_start) == GameEnd::need_more);
    CHECK(state_of("[Event \"a\"]\n\n1. e4 {x\n\n", TextEnd::at_game_start) == GameEnd::need_more);
}

TEST_CASE("a damaged Event tag right before a game start is the same tag with and without it") {
    const std::string damaged = "[Event\n\n";
    const auto first_kind = [](std::string_view text, TextEnd text_end) {
        return Tokenizer(text.data(), text.data() + text.size(), text_end).next().kind;
    };
    CHECK(first_kind(damaged, TextEnd::at_game_start) == TokenKind::tag);
    CHECK(first_kind(damaged + "[Event \"a\"]\n", TextEnd::at_eof) == TokenKind::tag);
}

TEST_CASE("a game of the limit is read, one over it is a reject and its text is cut") {
    std::string text = "[Event \"a\"]\n\n1. e4 ";
    text.resize(game_bytes_limit - 1, ' ');
    CHECK(read_games(text + "*").at(0).problem == Problem::none);
    text.resize(game_bytes_limit + 10, ' ');
    text += "e5 *";
    const auto games = read_games(text);
    CHECK(games.at(0).problem == Problem::game_too_long);
    CHECK(games.at(0).text.size() == game_bytes_limit);
}

TEST_CASE("find_game_boundary sees Event lines after blank lines only") {
    const std::string text =
        "[Event \"a\"]\n[Event \"b\"]\n\n[Event \"c\"]\r\n\r\n[Event \"d\"]\n\n[Events \"e\"]\n";
    const auto offset = [&](const char* found) { return found - text.data(); };
    const char* end = text.data() + text.size();
    const char* first = find_game_boundary(text.data(), end);
    REQUIRE(first != nullptr);
    CHECK(offset(first) == static_cast<std::ptrdiff_t>(text.find("[Event \"c")));
    const char* second = find_game_boundary(first + 1, end);
    REQUIRE(second != nullptr);
    CHECK(offset(second) == static_cast<std::ptrdiff_t>(text.find("[Event \"d")));
    CHECK(find_game_boundary(second + 1, end) == nullptr);
    CHECK(find_last_game_boundary(text.data(), end) == second);
    CHECK(find_last_game_boundary(text.data(), second + 7) == first);
    CHECK(find_game_boundary(end, end) == nullptr);
}

TEST_CASE("encodings are told by their first bytes") {
    using namespace std::string_view_literals;
    CHECK(detect_encoding("[Eve"sv) == Encoding::ascii_based);
    CHECK(detect_encoding(""sv) == Encoding::ascii_based);
    CHECK(detect_encoding("\xEF\xBB\xBF["sv) == Encoding::utf8_with_mark);
    CHECK(detect_encoding("\xFF\xFE[\0"sv) == Encoding::utf16_le);
    CHECK(detect_encoding("\xFE\xFF\0["sv) == Encoding::utf16_be);
    CHECK(detect_encoding("[\0E\0"sv) == Encoding::utf16_le);
    CHECK(detect_encoding("\0[\0E"sv) == Encoding::utf16_be);
    CHECK(detect_encoding("\xFF\xFE\0\0"sv) == Encoding::utf32_le);
    CHECK(detect_encoding("\0\0\xFE\xFF"sv) == Encoding::utf32_be);
    CHECK(detect_encoding("[\0\0\0"sv) == Encoding::utf32_le);
}
