// Records of Othello games. The bytes follow the published description of the format; the number is
// that of the slow game in tests/python/board_games.py.

#include <catch2/catch.hpp>

#include "ign/codec/natural.hpp"
#include "ign/game/catalogue.hpp"
#include "ign/wthor/format.hpp"
#include "ign/wthor/replay.hpp"

namespace ign::wthor {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view header = "\x14\x05\x0a\x08\x08\0\0\0\0\0\xba\x07\x08\0\x18\0"sv;

Moves moves_from(std::initializer_list<int> bytes) {
    Moves moves{};
    std::size_t i = 0;
    for (int byte : bytes) moves[i++] = static_cast<std::uint8_t>(byte);
    return moves;
}

Stopped stop_of(std::initializer_list<int> bytes) {
    codec::Fold fold;
    auto played = replay(moves_from(bytes), fold);
    REQUIRE_FALSE(played);
    return played.error();
}

}  // namespace

TEST_CASE("wthor: a header") {
    Header read = read_header(header);
    CHECK(read.records == 8);
    CHECK(read.year == 1978);
    CHECK(read.board == 8);
    CHECK(looks_like_header(header));
    CHECK(describe_unsupported(read).empty());
    read.board = 0;
    CHECK(describe_unsupported(read).empty());
    read.board = 10;
    CHECK(describe_unsupported(read).find("10x10") != std::string::npos);
    read.board = 8;
    read.kind = 1;
    CHECK(describe_unsupported(read).find("solitaires") != std::string::npos);
    CHECK_FALSE(looks_like_header(header.substr(0, 15)));
    CHECK_FALSE(looks_like_header("[Event \"A game of chess\"]"));
    CHECK_FALSE(looks_like_header("\x14\x05\x0d\x08\x08\0\0\0\0\0\xba\x07\x08\0\x18\0"sv));
}

TEST_CASE("wthor: a record and its bytes") {
    std::string bytes("\x01\x00\x12\x03\x29\x08\x29\x2e", 8);
    for (int i = 0; i < 60; ++i) bytes += static_cast<char>(i);
    Record record = read_record(bytes);
    CHECK(record.tournament == 1);
    CHECK(record.black == 786);
    CHECK(record.white == 2089);
    CHECK(record.black_score == 41);
    CHECK(record.theoretical_score == 46);
    CHECK(record.moves[59] == 59);
    std::string again;
    append_record(record, again);
    CHECK(again == bytes);
}

TEST_CASE("wthor: names") {
    std::string file(header);
    file += "Ann\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv;
    file += "twenty bytes of name";
    file += "cut";
    CHECK(find_name(file, player_bytes, 0) == "Ann");
    CHECK(find_name(file, player_bytes, 1) == "twenty bytes of name");
    CHECK(find_name(file, player_bytes, 2).empty());
    CHECK(find_name(file, player_bytes, 65535).empty());
    CHECK(find_name("", tournament_bytes, 0).empty());
}

TEST_CASE("wthor: moves are a row and a column") {
    codec::Fold fold;
    auto played = replay(moves_from({56, 64, 33, 34, 43}), fold);  // f5 d6 c3 d3 c4
    REQUIRE(played);
    CHECK(codec::to_decimal(fold.finish()) == "803");
    CHECK(moves_of(fold.finish()) == moves_from({56, 64, 33, 34, 43}));
    CHECK(replay(Moves{}, fold)->empty());
    CHECK(fold.finish().empty());
}

TEST_CASE("wthor: passes are not in the record") {
    constexpr std::string_view text =
        "c4e3f5b4f3d6e2f4g5e1c5g3c3h6e7b5d3c6e6c2d2c7h5e8d7g6f2c8f7g8h2c1b1a1a4d1a5a3b2b6b7a7f6f1"
        "a8g7b3h3a6h1g1b8h4g2g4h7";
    Moves moves{};
    for (std::size_t i = 0; 2 * i < text.size(); ++i) {
        moves[i] = static_cast<std::uint8_t>((text[2 * i + 1] - '0') * 10 + text[2 * i] - 'a' + 1);
    }
    codec::Fold fold;
    auto played = replay(moves, fold);
    REQUIRE(played);
    CHECK(played->size() == text.size() / 2 + 1);
    CHECK((*played)[played->size() - 2] == game::Othello::pass);
    CHECK(codec::to_decimal(fold.finish()) ==
          "8605813610569589746124391434834745893977092341271118");
    CHECK(moves_of(fold.finish()) == moves);
    // A game that ends with the pass is one that no record tells from the game without it.
    auto number =
        game::encode_text<game::Othello>(std::string(text.substr(0, text.size() - 2)) + "pass");
    REQUIRE(number);
    CHECK_FALSE(moves_of(*number));
}

TEST_CASE("wthor: what is no game") {
    CHECK(stop_of({56, 64, 11}).fault == MoveFault::illegal);
    CHECK(stop_of({56, 64, 11}).ply == 3);
    for (int byte : {9, 10, 19, 20, 89, 90, 91, 100, 255}) {
        INFO(byte);
        CHECK(stop_of({56, byte}).fault == MoveFault::no_square);
        CHECK(stop_of({56, byte}).byte == byte);
    }
    CHECK(stop_of({0, 56}).fault == MoveFault::behind_end);
    CHECK(stop_of({56, 0, 64}).fault == MoveFault::behind_end);
    CHECK(stop_of({56, 0, 64}).ply == 2);
}

}  // namespace ign::wthor
