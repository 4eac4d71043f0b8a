#include "ign/chess/epd.hpp"

#include <catch2/catch.hpp>

#include "ign/chess/uci.hpp"

namespace ign::chess {

namespace {

constexpr std::string_view mate_in_one =
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";

std::string with(std::string_view operations) {
    return std::string(mate_in_one) + ' ' + std::string(operations);
}

Epd read(std::string_view operations) {
    auto epd = parse_epd(with(operations));
    CAPTURE(operations);
    REQUIRE(epd);
    return *epd;
}

std::string reason_of(std::string_view operations) {
    auto epd = parse_epd(with(operations));
    CAPTURE(operations);
    REQUIRE_FALSE(epd);
    return epd.error().reason;
}

}  // namespace

TEST_CASE("epd: operands are typed by their opcodes") {
    Epd epd = read(R"(bm Qxf7; ce -32; id "a \"b\" \\ c"; draw_offer; noop 1 x;)");
    REQUIRE(epd.operations.size() == 5);
    auto moves = std::get<std::vector<Move>>(epd.operations[0].operand);
    CHECK(moves == std::vector<Move>{{Square::h5, Square::f7}});
    CHECK(std::get<std::int64_t>(epd.operations[1].operand) == -32);
    auto texts = std::get<std::vector<EpdText>>(epd.operations[2].operand);
    CHECK(texts == std::vector<EpdText>{{R"(a "b" \ c)", true}});
    CHECK(std::holds_alternative<std::monostate>(epd.operations[3].operand));
    CHECK(std::get<std::vector<EpdText>>(epd.operations[4].operand).size() == 2);
    CHECK(to_epd(epd) == with(R"(bm Qxf7#; ce -32; id "a \"b\" \\ c"; draw_offer; noop 1 x;)"));
}

TEST_CASE("epd: counters are fields of FEN or operations") {
    CHECK(read("hmvc 4; fmvn 5;").position.halfmove_clock() == 4);
    CHECK(read("hmvc 4; fmvn 5;").position.fullmove_number() == 5);
    CHECK(read("4 5 hmvc 4;").position.fullmove_number() == 5);
    CHECK(to_epd(read("4 5")) == with("hmvc 4; fmvn 5;"));
    CHECK(to_epd(read("fmvn 1;")) == with("fmvn 1;"));
    CHECK(to_epd(read("")) == mate_in_one);
}

TEST_CASE("epd: a variation is played, other moves are not") {
    CHECK(to_epd(read("pv d2d3 d5 Bxd5; am d2d3 Nc3;")) == with("pv d3 d5 Bxd5; am d3 Nc3;"));
    CHECK(reason_of("am d3 d5;") == "illegal move in 'am': d5");
}

TEST_CASE("epd: what is wrong is said") {
    CHECK(reason_of("bm Qxf7").find("semicolon") != std::string::npos);
    CHECK(reason_of("bm Qxf8;") == "illegal move in 'bm': Qxf8");
    CHECK(reason_of("acd -1;").find("no number from 0 on: -1") != std::string::npos);
    CHECK(reason_of("ce +-1;").find("no number") != std::string::npos);
    CHECK(reason_of("fmvn 4294967296;").find("no number") != std::string::npos);
    CHECK(reason_of("id \"x;").find("does not end") != std::string::npos);
    CHECK(reason_of("id x; id x;").find("twice") != std::string::npos);
    CHECK(reason_of("0 1 2;") == std::string(to_text(FenError::extra_text)));
}

}  // namespace ign::chess
