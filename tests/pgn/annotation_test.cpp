#include "ign/pgn/annotation.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace ign::pgn;

namespace {

std::string written(ClockValue clock) {
    char out[annotation_bytes];
    return {out, write_clock(clock, out)};
}

std::string written(EvalValue eval) {
    char out[annotation_bytes];
    return {out, write_eval(eval, out)};
}

struct ClockCase {
    std::string text;
    ClockValue value;
    Spelling spelling;
};

struct EvalCase {
    std::string text;
    EvalValue value;
    Spelling spelling;
};

}  // namespace

TEST_CASE("clocks are read to the millisecond") {
    const auto clock = GENERATE(values<ClockCase>({
        {"[%clk 0:03:00]", {180'000, 0}, Spelling::canonical},
        {"[%clk 1:00:09]", {3'609'000, 0}, Spelling::canonical},
        {"[%clk 336:59:59]", {1'213'199'000, 0}, Spelling::canonical},
        {"[%clk 0:00:59.9]", {59'900, 1}, Spelling::canonical},
        {"[%clk 0:00:05.04]", {5'040, 2}, Spelling::canonical},
        {"[%clk 0:00:05.007]", {5'007, 3}, Spelling::canonical},
        {"[%clk 0:00:05.0]", {5'000, 1}, Spelling::canonical},
        {"[%clk 00:03:00]", {180'000, 0}, Spelling::other},
        {"[%clk  0:03:00 ]", {180'000, 0}, Spelling::other},
    }));
    const std::string comment = "{ x " + clock.text + " }";
    const Annotations found = scan_annotations(comment);
    CAPTURE(clock.text);
    REQUIRE(found.clock);
    CHECK(found.clock->value == clock.value);
    CHECK(found.clock->spelling == clock.spelling);
    CHECK(std::string(found.clock->begin, found.clock->end) == clock.text);
    CHECK((written(clock.value) == clock.text) == (clock.spelling == Spelling::canonical));
}

TEST_CASE("evaluations are read to the centipawn") {
    const auto eval = GENERATE(values<EvalCase>({
        {"[%eval 0.17]", {EvalKind::centipawns, 17, -1}, Spelling::canonical},
        {"[%eval 0.0]", {EvalKind::centipawns, 0, -1}, Spelling::canonical},
        {"[%eval 0.2]", {EvalKind::centipawns, 20, -1}, Spelling::canonical},
        {"[%eval -0.4]", {EvalKind::centipawns, -40, -1}, Spelling::canonical},
        {"[%eval 0.05]", {EvalKind::centipawns, 5, -1}, Spelling::canonical},
        {"[%eval -12.5]", {EvalKind::centipawns, -1250, -1}, Spelling::canonical},
        {"[%eval 152.65]", {EvalKind::centipawns, 15265, -1}, Spelling::canonical},
        {"[%eval #3]", {EvalKind::mate, 3, -1}, Spelling::canonical},
        {"[%eval #-3]", {EvalKind::mate, -3, -1}, Spelling::canonical},
        {"[%eval 2.35,20]", {EvalKind::centipawns, 235, 20}, Spelling::canonical},
        {"[%eval #7,31]", {EvalKind::mate, 7, 31}, Spelling::canonical},
        {"[%eval 0.20]", {EvalKind::centipawns, 20, -1}, Spelling::other},
        {"[%eval -0.0]", {EvalKind::centipawns, 0, -1}, Spelling::other},
        {"[%eval +0.3]", {EvalKind::centipawns, 30, -1}, Spelling::other},
        {"[%eval 2]", {EvalKind::centipawns, 200, -1}, Spelling::other},
        {"[%eval 0.176]", {EvalKind::centipawns, 18, -1}, Spelling::other},
        {"[%eval 02.5]", {EvalKind::centipawns, 250, -1}, Spelling::other},
    }));
    const std::string comment = "{" + eval.text + "}";
    const Annotations found = scan_annotations(comment);
    CAPTURE(eval.text);
    REQUIRE(found.eval);
    CHECK(found.eval->value == eval.value);
    CHECK(found.eval->spelling == eval.spelling);
    CHECK(std::string(found.eval->begin, found.eval->end) == eval.text);
    CHECK((written(eval.value) == eval.text) == (eval.spelling == Spelling::canonical));
}

TEST_CASE("both in one comment, among others, in any order") {
    for (const std::string text :
         {"{ [%eval 0.17] [%clk 0:00:30] }", "{[%clk 0:00:30] text [%emt 0:00:01][%eval 0.17]}",
          "{[%csl Ge4][%cal Re2e4] [[% [%clkx 1] [%eval 0.17][%clk 0:00:30][%clk 0:00:01]}"}) {
        CAPTURE(text);
        const Annotations found = scan_annotations(text);
        REQUIRE(found.clock);
        REQUIRE(found.eval);
        CHECK(found.clock->value == ClockValue{30'000, 0});
        CHECK(found.eval->value == EvalValue{EvalKind::centipawns, 17, -1});
    }
}

TEST_CASE("malformed commands are none") {
    for (const std::string text : {"{[%clk]}",
                                   "{[%clk ]}",
                                   "{[%clk 3:00]}",
                                   "{[%clk 0:60:00]}",
                                   "{[%clk 0:00:60]}",
                                   "{[%clk 0:3:00]}",
                                   "{[%clk 0:03:00.]}",
                                   "{[%clk 0:03:00.1234]}",
                                   "{[%clk -0:03:00]}",
                                   "{[%clk 0:03:00",
                                   "{[%clk 0:03:00}",
                                   "{[%clk 9999999:00:00]}",
                                   "{[%clk 0:03:00 x]}",
                                   "{[%emt 0:00:01]}",
                                   "{[%evals 1.0]}",
                                   "{[%eval]}",
                                   "{[%eval ]}",
                                   "{[%eval x]}",
                                   "{[%eval 1.]}",
                                   "{[%eval .5]}",
                                   "{[%eval #]}",
                                   "{[%eval --1.0]}",
                                   "{[%eval 1.0,]}",
                                   "{[%eval 1e5]}",
                                   "{[%eval 99999999.0]}",
                                   "{[%eval nan]}",
                                   "[%eval",
                                   "[%",
                                   "[",
                                   ""}) {
        CAPTURE(text);
        const Annotations found = scan_annotations(text);
        CHECK_FALSE(found.clock.has_value());
        CHECK_FALSE(found.eval.has_value());
    }
}
