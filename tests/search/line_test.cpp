#include "ign/search/line.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "ign/chess/fen.hpp"

using namespace ign;
using namespace ign::search;

namespace {

std::string reread(const std::string& text, const std::string& fen = "") {
    auto start = fen.empty() ? chess::Position::standard() : *chess::parse_fen(fen);
    auto line = parse_line(text, start);
    INFO(text);
    REQUIRE(line);
    return to_text(*line);
}

}  // namespace

TEST_CASE("A line is SAN, UCI or PGN", "[line]") {
    for (const char* text : {"e4 c5 Nf3", "e2e4 c7c5 g1f3", "1. e4 c5 2. Nf3", "1.e4 c5 2.Nf3!?",
                             "e4 c7c5\n2... Nf3", "  1 e4 1... c5 2 Nf3  "}) {
        CHECK(reread(text) == "1. e4 c5 2. Nf3");
    }
    CHECK(reread("").empty());
    CHECK(reread(" \n").empty());
    CHECK(reread("c5 Nf3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7") ==
          "7... c5 8. Nf3");
}

TEST_CASE("Castling in UCI is read both ways", "[line]") {
    std::string fen = "4k2r/5p2/8/8/8/8/8/R3K2R w KQk - 0 1";
    CHECK(reread("e1g1 e8g8", fen) == "1. O-O O-O");
    CHECK(reread("e1h1 e8h8", fen) == "1. O-O O-O");
    CHECK(reread("e1a1", fen) == "1. O-O-O");
}

TEST_CASE("In lines of Chess960 castling in UCI is the king taking its rook alone", "[line]") {
    auto start = *chess::parse_fen("4k2r/5p2/8/8/8/8/8/R3K2R w KQk - 0 1");
    auto good = parse_line("e1h1 e8h8", start, CastlingWords::takes_rook);
    REQUIRE(good);
    CHECK(to_text(*good) == "1. O-O O-O");
    CHECK(parse_line("O-O O-O", start, CastlingWords::takes_rook));
    auto bad = parse_line("e1h1 e8g8", start, CastlingWords::takes_rook);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().offset == 5);
    CHECK(bad.error().what.find("ply 2: e8g8") != std::string::npos);
}

TEST_CASE("A line is told from a file by its form", "[line]") {
    for (const char* text : {"", "e4", "e4 e4 e4", "1. e4", "Nf9x e4 Ke3", "e2e4"}) {
        INFO(text);
        CHECK(looks_like_line(text) == (std::string(text).find("f9") == std::string::npos));
    }
    for (const char* text : {"a.parquet", "./e4", "games/", "*.parquet", "2025-01.parquet",
                             "e4.parquet", "-", "{e4}", "(e4)", "[A \"b\"]", "e4 *"}) {
        INFO(text);
        CHECK_FALSE(looks_like_line(text));
    }
}

// Published: fool's mate is 15 + 20 (9 + 20 (16 + 19 * 18)) = 143395.
TEST_CASE("the error of a line points at the word that is no move") {
    struct Bad {
        std::string_view text;
        std::size_t offset;
    };
    for (const Bad& bad : {Bad{"e4 xx", 3}, Bad{"e2e4 zz", 5}, Bad{"foo", 0}, Bad{"e4 e5 {", 7},
                           Bad{"1. e4 e5 2. Nf7", 12}}) {
        auto line = parse_line(bad.text, chess::Position::standard());
        CAPTURE(std::string(bad.text));
        REQUIRE(!line);
        CHECK(line.error().offset == bad.offset);
    }
}

TEST_CASE("The numbers of fool's mate", "[line]") {
    auto line = parse_line("f3 e5 g4", chess::Position::standard());
    REQUIRE(line);
    LinePrefix prefix = prefix_of(line->start, line->moves, {});
    CHECK(prefix.first8.value == 15 + 20 * (9 + 20 * 16));
    CHECK(prefix.first8.product == 20 * 20 * 19);
    CHECK(may_begin_with(143395, prefix.first8));
    CHECK_FALSE(may_begin_with(143395 - 1, prefix.first8));
    CHECK_FALSE(may_begin_with(prefix.first8.value - prefix.first8.product, prefix.first8));
    std::vector<std::byte> number = {std::byte{0x23}, std::byte{0x30}, std::byte{0x02}};  // 143395
    codec::Unfold unfold;
    CHECK(begins_with(number, prefix, unfold));
    CHECK_FALSE(begins_with(std::span(number).first(1), prefix, unfold));
    CHECK_FALSE(begins_with({}, prefix, unfold));
}
