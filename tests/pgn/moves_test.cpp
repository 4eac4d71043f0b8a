#include <catch2/catch.hpp>

#include "pgn_text.hpp"

using namespace ign::pgn;
using namespace ign::pgn::test;

namespace {

std::string movetext(const std::string& moves) { return moves_of("[Event \"x\"]\n\n" + moves); }

std::vector<std::string> kinds(const std::string& text) { return read_games(text)[0].kinds; }

}  // namespace

TEST_CASE("move numbers of any shape are numbers") {
    CHECK(movetext("1.e4 e5 2 . Nf3 2 ... Nc6 3. . . Bb5 99... a6 100000. Ba4 *") ==
          "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
    CHECK(movetext("1 e4 e5 2 Nf3 3...a6 45 ......... e4 *") == "e4 e5 Nf3 a6 e4");
    CHECK(movetext("99999999999999999999999. e4 1\xE2\x80\xA6 e5 *") == "e4 e5");
    CHECK(movetext("1.\ne4\n1...\r\ne5\r*") == "e4 e5");
}

TEST_CASE("castling with zeros is neither a number nor a result") {
    CHECK(movetext("1. 0-0+ 0-0-0 2. 0-0! 0-0-0# 0-1") == "0-0+ 0-0-0 0-0 0-0-0#");
    CHECK(movetext("1. 0-O O-0 2. 0-O-O o-0-O 3. 0-o *") == "0-O O-0 0-O-O o-0-O 0-o");
}

TEST_CASE("null moves are moves for the caller to refuse") {
    CHECK(movetext("1. -- Z0 2. 0000 e5 *") == "-- Z0 0000 e5");
}

TEST_CASE("marks, check signs and judgements glued to moves") {
    CHECK(movetext("1. e4! e5!? 2. Nf3++ Nc6# 3. Bb5 !! a6+- 4. Ba4= Nf6-/+ 5. O-O!!! *") ==
          "e4 e5 Nf3++ Nc6# Bb5 a6+ Ba4 Nf6 O-O");
    CHECK(movetext("1. e8=Q e7-e5 2. Ng1-f3 e2e4 P@d4 *") == "e8=Q e7-e5 Ng1-f3 e2e4 P@d4");
}

TEST_CASE("judgements in one character of Unicode are no moves") {
    CHECK(movetext(
              "1. e4\u00B1 e5 \u2213 2. Nf3\u2A72\u221E \u25A1Nc6 3. Bb5\u2020\u203C a6\u2048 *") ==
          "e4 e5 Nf3 Nc6 Bb5 a6");
    const auto games = read_games("1. e4 e5\u00B11-0\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].junk.empty());
    CHECK(games[0].result == "1-0");
}

TEST_CASE("e.p. spaced, glued and without dots is no move") {
    CHECK(movetext("3. exd6 e.p. cxd6 4. exd6e.p. exd6 5. dxe6ep fxe3 ep *") ==
          "exd6 cxd6 exd6 exd6 dxe6 fxe3");
    CHECK(movetext("1. exd6e.p") == "exd6");
}

TEST_CASE("results glued to the last move") {
    for (const std::string result : {"1-0", "0-1", "1/2-1/2", "1/2", "*", "\xC2\xBD-\xC2\xBD",
                                     "\xC2\xBD", "\xBD-\xBD", "\xBD"}) {
        CAPTURE(result);
        for (const std::string move : {"e4", "Qh4#", "Nf3+", "O-O", "e8=Q", "Nf1"}) {
            const auto games = read_games("[A \"b\"]\n1. " + move + result + "\n\n[A \"c\"]\n*");
            REQUIRE(games.size() == 2);
            CHECK(games[0].moves == std::vector<std::string>{move});
            CHECK(games[0].result == result);
        }
    }
}

TEST_CASE("a result inside a variation ends nothing") {
    const auto games = read_games("[A \"b\"]\n1. e4 (1. d4 1-0 d5 *) e5 0-1\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].moves == std::vector<std::string>{"e4", "e5"});
    CHECK(games[0].result == "0-1");
}

TEST_CASE("what only begins like a result is none") {
    CHECK(movetext("1. e4 1-0x e5 *").find("e5") != std::string::npos);
    CHECK(read_games("[A \"b\"]\n1. e4 0-10 1/2-1/2").at(0).result == "1/2-1/2");
}

TEST_CASE("numeric annotation glyphs glued, huge and bare") {
    CHECK(kinds("[A \"b\"]\n1. e4$1$2 $99999999999999999999 $ e5$6(x)*") ==
          std::vector<std::string>{"tag:[A \"b\"]", "number:1.", "move:e4", "nag:$1", "nag:$2",
                                   "nag:$99999999999999999999", "nag:$", "move:e5", "nag:$6",
                                   "open:(", "close:)", "result:*"});
}

TEST_CASE("variations: deep, before any move, empty, with comments and rubbish inside") {
    CHECK(movetext("(1. d4 d5) 1. e4 ({only}) e5 () (1... Kd5 Nz9 -- foo) 2. Nf3 *") ==
          "e4 e5 Nf3");
    CHECK(movetext("1. e4 (1. d4 (1. c4 (1. f4) c5) ; ) no close\n) e5 ({)}) 2. d4 (\n% )\n) *") ==
          "e4 e5 d4");
}

TEST_CASE("stray closers are told apart and do no harm") {
    CHECK(kinds("[A \"b\"]\ne4 ) } ] e5 *") ==
          std::vector<std::string>{"tag:[A \"b\"]", "move:e4", "stray_close:)", "stray_close:}",
                                   "stray_close:]", "move:e5", "result:*"});
}

TEST_CASE("variation_close while walking variations, stray_close only at depth 0") {
    const std::string text = "[A \"b\"]\n1. e4 (1. d4)) *";
    Tokenizer tokenizer(text.data(), text.data() + text.size(), TextEnd::at_eof);
    std::vector<TokenKind> tokens;
    for (Token token = tokenizer.next(); token.kind != TokenKind::end; token = tokenizer.next()) {
        tokens.push_back(token.kind);
    }
    CHECK(tokens == std::vector<TokenKind>{TokenKind::tag, TokenKind::move_number, TokenKind::move,
                                           TokenKind::variation_open, TokenKind::move_number,
                                           TokenKind::move, TokenKind::variation_close,
                                           TokenKind::stray_close, TokenKind::result});
}

TEST_CASE("an unclosed variation rejects its game only") {
    const auto games =
        read_games("[Event \"a\"]\n\n1. e4 (1. d4 1-0\n\n[Event \"b\"]\n\n1. c4 *\n");
    REQUIRE(games.size() == 2);
    CHECK(games[0].problem == Problem::unterminated_variation);
    CHECK(games[1].problem == Problem::none);
    CHECK(games[1].moves == std::vector<std::string>{"c4"});
    CHECK(read_games("[Event \"a\"]\n\n1. e4 (1. d4").at(0).problem ==
          Problem::unterminated_variation);
}

TEST_CASE("variations over the nesting limit reject the game") {
    const std::string deep(variation_depth_limit, '(');
    const std::string close(variation_depth_limit, ')');
    CHECK(read_games("[A \"b\"]\n1. e4 " + deep + close + "*").at(0).problem == Problem::none);
    CHECK(read_games("[A \"b\"]\n1. e4 (" + deep + close + ")*").at(0).problem ==
          Problem::variation_too_deep);
}

TEST_CASE("invisible characters part tokens and are part of none") {
    CHECK(movetext("1. e4\xE2\x80\x8B e5 \xE2\x80\x8E"
                   "2.\xC2\xA0Nf3\xE2\x81\xA0 Nc6\xA0*") == "e4 e5 Nf3 Nc6");
}

TEST_CASE("a cut UTF-8 sequence takes no ASCII sign with it") {
    CHECK(moves_of("[A \"b\"]\n1. e4 (x\xE2\x80) e5 (1... \xE2\x80) 2. d4 *")
              .starts_with("e4 e5 d4"));
    CHECK(read_games("[A \"b\"]\n1. e4 \xE2\x80{c} e5 \xC2{d} *").at(0).kinds.at(4) ==
          "comment:{c}");
    const std::string walked = "[A \"b\"]\n1. e4 (\xE2\x80) e5 *";
    Tokenizer tokenizer(walked.data(), walked.data() + walked.size(), TextEnd::at_eof);
    std::size_t closes = 0;
    for (Token token = tokenizer.next(); token.kind != TokenKind::end; token = tokenizer.next()) {
        closes += token.kind == TokenKind::variation_close ? 1 : 0;
    }
    CHECK(closes == 1);
}

TEST_CASE("NUL and 0x1A bytes are white space") {
    using namespace std::string_literals;
    CHECK(moves_of("[A \"b\"]\n1. e4\0 e5\x1A\n2. Nf3 *\0\0\n"s) == "e4 e5 Nf3");
}

TEST_CASE("words and signs that are no PGN are junk, other letters' moves included") {
    CHECK(read_games("[A \"b\"]\n1. e4 White \"quoted\" <x> *").at(0).junk ==
          std::vector<std::string>{"White", "\"quoted\"", "<x>"});
    // A figurine must not leave a bare "f3" unmarked.
    CHECK(read_games("[A \"b\"]\n1. \xE2\x99\x98"
                     "f3 *")
              .at(0)
              .junk == std::vector<std::string>{"\xE2\x99\x98"});
}
