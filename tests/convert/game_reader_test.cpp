#include "ign/convert/game_reader.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
using ign::chess::Numbering;

namespace {

std::string error_of(const std::string& text) { return row_of(text)[Field::error]; }

std::string start(const std::string& fen) { return "[FEN \"" + fen + "\"]\n\n"; }

std::string variant(const std::string& name) { return "[Variant \"" + name + "\"]\n\n1. e4 *\n"; }

// One reject of the text, with its reason.
RejectReason reason_of(const std::string& text) {
    EncodedPiece piece = encode(text);
    return piece.rejects.empty() ? RejectReason::none : piece.rejects.front().reason;
}

}  // namespace

TEST_CASE("a bad move is told by its ply and its text") {
    CHECK(error_of("1. e4 e5 2. Qh6 *") == "illegal move at ply 3: Qh6");
    CHECK(error_of("1. e4 e5 2. Nf3 Nc6 3. O-O *") == "illegal move at ply 5: O-O");
    CHECK(error_of("1. e4 e5 2. -- *") == "null move at ply 3: --");
    CHECK(error_of("1. e4 e5 2. Z0 *") == "null move at ply 3: Z0");
    CHECK(error_of(start("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1") + "1. Nc3 *") ==
          "ambiguous move at ply 1: Nc3");
    // A pinned piece does not make a move ambiguous, and may not make it.
    CHECK(error_of(start("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1") + "1. Nc3 *") ==
          "illegal move at ply 1: Nc3");
    CHECK(error_of("e4 e5 Ke2 Ke7 Ke3 Ke6 Kd4 *") == "illegal move at ply 7: Kd4");
}

TEST_CASE("the ply of a bad move is counted from the start of the game, not from move 1") {
    CHECK(error_of(start("4k3/8/8/8/8/8/8/4K2R b K - 0 30") + "30... Kd7 31. Rh9 *")
              .find(" at ply 2: Rh9") != std::string::npos);
    CHECK(error_of(start("4k3/8/8/8/8/8/8/4K2R b K - 0 30") + "30... Kd7 31. Ra2 *") ==
          "illegal move at ply 2: Ra2");
}

TEST_CASE("text that is no move is rejected, never skipped") {
    std::string error = error_of("1. e4 e5 2. blah *");
    CHECK(error.ends_with(" at ply 3: blah"));
    CHECK(reason_of("1. e4 e5 2. blah *") != RejectReason::none);
    CHECK(error_of("1. e4 e5 2. Nf3 @@@ Nc6 *").find("ply 4") != std::string::npos);
}

TEST_CASE("only the first fault of a game is told") {
    EncodedPiece piece = encode("1. e5 Ke4 2. -- blah {open");
    REQUIRE(piece.rejects.size() == 1);
    CHECK(piece.rejects[0].error == "illegal move at ply 1: e5");
    CHECK(piece.rejects[0].game == 0);
    CHECK(piece.rejects[0].offset == 0);
}

TEST_CASE("rejects tell the game and its place") {
    std::string first = "[White \"a\"]\n\n1. e4 *\n\n";
    std::string second = "[White \"b\"]\n\n1. e4 e4 *\n\n";
    std::string third = "[White \"c\"]\n\n1. d4 d5 2. d5 *\n";
    EncodedPiece piece = encode(first + second + third);
    REQUIRE(piece.rejects.size() == 2);
    CHECK(piece.rejects[0].game == 1);
    CHECK(piece.rejects[0].offset == first.size());
    CHECK(piece.rejects[0].error == "illegal move at ply 2: e4");
    CHECK(piece.rejects[1].game == 2);
    CHECK(piece.rejects[1].offset == first.size() + second.size());
    CHECK(piece.rejects[1].reason == RejectReason::illegal_move);
    CHECK(piece.last_game == first.size() + second.size());
    CHECK(piece.consumed == first.size() + second.size() + third.size());
}

TEST_CASE("long tokens are quoted in short, and only whole characters") {
    std::string error = error_of("1. e4 " + std::string(500, 'x') + " *");
    CHECK(error.size() < 80);
    CHECK(error.ends_with("..."));
    std::string twelve_umlauts;
    for (int i = 0; i < 12; ++i) twelve_umlauts += "\xC3\xBC";
    CHECK(error_of("1. e4 " + twelve_umlauts + twelve_umlauts + " *") ==
          "unexpected text at ply 2: " + twelve_umlauts + "...");
    CHECK(error_of("1. e4 @" + twelve_umlauts + " *").find("\xC3.") == std::string::npos);
}

TEST_CASE("other variants are rejected by their tag") {
    for (const char* name : {"Crazyhouse", "Atomic", "Antichess", "King of the Hill", "Three-check",
                             "Horde", "Racing Kings"}) {
        INFO(name);
        CHECK(error_of(variant(name)) == std::string("unsupported variant: ") + name);
        CHECK(reason_of(variant(name)) == RejectReason::unsupported_variant);
    }
    for (const char* name :
         {"Standard", "From Position", "Chess960", "chess 960", "Fischerandom", ""}) {
        INFO(name);
        CHECK(error_of(variant(name)) == null);
    }
}

TEST_CASE("of two Variant tags the last one counts") {
    CHECK(error_of("[Variant \"Atomic\"]\n[White \"x\"]\n[Variant \"Standard\"]\n\n1. e4 *\n") ==
          null);
    CHECK(error_of("[Variant \"Standard\"]\n[White \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n") ==
          "unsupported variant: Atomic");
}

TEST_CASE("other variants are rejected by their FEN") {
    for (const char* fen : {
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",     // crazyhouse
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",      // pocket as a rank
             "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR w KQkq - 0 1",      // promoted
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",   // checks left
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",  // checks given
         }) {
        INFO(fen);
        CHECK(reason_of(start(fen) + "1. e4 *\n") == RejectReason::unsupported_variant);
    }
}

TEST_CASE("a FEN that is no position is rejected as such") {
    for (const char* fen : {"x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
                            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"}) {
        INFO(fen);
        std::string text = start(fen) + "1. Kd1 *\n";
        CHECK(reason_of(text) == RejectReason::bad_fen);
        CHECK(error_of(text).starts_with("bad FEN: "));
        CHECK(row_of(text)[Field::fen] == fen);
    }
}

TEST_CASE("a bad FEN is told even for a game without moves") {
    CHECK(reason_of(start("x") + "*\n") == RejectReason::bad_fen);
    CHECK(reason_of(start("x")) == RejectReason::bad_fen);
    CHECK(reason_of("[Variant \"Atomic\"]\n\n*\n") == RejectReason::unsupported_variant);
}

TEST_CASE("a comment or variation that is never closed is a reject") {
    CHECK(error_of("1. e4 e5 { never closed") == "unterminated comment after ply 2");
    CHECK(error_of("1. e4 e5 (1... c5 2. Nf3") == "unterminated variation after ply 2");
    CHECK(error_of("1. e4 (1. d4 { never closed").find("unterminated") == 0);
}

TEST_CASE("what stands in variations is no part of the game") {
    Row plain = row_of("1. e4 e5 2. Nf3 *\n");
    for (const char* text :
         {"1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *\n", "1. e4 (1. Ke5 -- blah @@) e5 2. Nf3 *\n",
          "1. e4 (1. d4 (1. c4 (1. b4) c5)) (1. a4) e5 2. Nf3 (2. f4 exf4) *\n",
          "1. e4 (1. d4 1-0) e5 2. Nf3 *\n", "1. e4 (1. d4 {)} d5) e5 2. Nf3 *\n"}) {
        INFO(text);
        Row row = row_of(text);
        CHECK(row[Field::ign] == plain[Field::ign]);
        CHECK(row[Field::plies] == "3");
        CHECK(row[Field::error] == null);
    }
}

TEST_CASE("move numbers, glyphs, NAGs and comments do not matter to the number") {
    Row plain = row_of("1. f3 e5 2. g4 Qh4# 0-1\n");
    for (const char* text : {"f3 e5 g4 Qh4 0-1", "1.f3!? e5?? 2.g4$4 $13 {c} Qh4++ 0-1",
                             "7. f3 7... e5 9. g4 Qd8-h4# 0-1", "1. f2f3 e7e5 2. g2-g4 Qd8h4 0-1",
                             "%escaped\n1. f3\n%1. e4\ne5 2. g4 ; rest\nQh4 0-1"}) {
        INFO(text);
        Row row = row_of(text);
        CHECK(row[Field::error] == null);
        CHECK(row[Field::ign] == plain[Field::ign]);
    }
}

TEST_CASE("a reader forgets one game before it reads the next") {
    auto reader = make_game_reader(Numbering::pseudo_legal);
    GameRecord game;
    auto read = [&](std::string_view text) {
        ExactText copy(text);
        CHECK(reader->read(copy.begin(), copy.end(), ign::pgn::TextEnd::at_eof, game) ==
              ign::pgn::GameEnd::complete);
        CHECK(game.text.size() == text.size());
    };
    read(
        "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n\n30... Kd7 {[%clk 0:00:01.5] [%eval 1.0]} 31. "
        "Ke9 *");
    CHECK(game.reason != RejectReason::none);
    CHECK(game.black_begins);
    CHECK(game.first_number == 30);
    read("1. e4 *");
    CHECK(game.reason == RejectReason::none);
    CHECK(game.detail.empty());
    CHECK_FALSE(game.black_begins);
    CHECK(game.first_number == 1);
    CHECK(game.start == Start::standard);
    CHECK(game.fen.empty());
    CHECK(game.tags.size() == 0);
    CHECK(game.number.size() == 1);
    CHECK(game.moves.size() == 1);
    CHECK_FALSE(game.has_clocks);
    CHECK_FALSE(game.has_evals);
    CHECK(game.clock_digits == 0);
}

TEST_CASE("a record says how moves and clocks are spelled") {
    auto reader = make_game_reader(Numbering::legal);
    GameRecord game;
    std::string text = "1. e4 {[%clk 0:01:00.5]} e7e5 {[%clk 0:01:00]} 2. Nf3! Ngf6 *";
    ExactText copy(text);
    REQUIRE(reader->read(copy.begin(), copy.end(), ign::pgn::TextEnd::at_eof, game) ==
            ign::pgn::GameEnd::complete);
    REQUIRE(game.moves.size() == 4);
    CHECK(game.moves[0].spelling == MoveSpelling::canonical);
    CHECK(game.moves[1].spelling == MoveSpelling::other);
    CHECK(game.moves[2].spelling == MoveSpelling::canonical);
    CHECK(std::string_view(game.moves[2].begin, 3) == "Nf3");
    CHECK(game.moves[3].spelling == MoveSpelling::other);
    CHECK(game.clocks[0] == 60500);
    CHECK(game.clocks[1] == 60000);
    CHECK(game.clocks[2] == no_note);
    CHECK(game.clock_digits == 1);
    CHECK(game.fewest_clock_digits == 0);
    CHECK(game.result == "*");
    CHECK(game.movetext == text);
}
