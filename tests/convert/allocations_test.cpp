#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "nasty_texts.hpp"
#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

namespace {
thread_local std::uint64_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("games of a dump cost no allocation once the buffers have grown") {
    constexpr std::size_t games = 500;
    ExactText text(dump_games(games));
    PieceEncoder encoder{RowOptions()};
    auto batch = std::make_shared<ign::columnar::RowBatch>();
    std::uint64_t counted = 0;
    for (int round = 0; round < 3; ++round) {
        batch->clear();
        std::uint64_t before = allocations;
        EncodedPiece piece = encoder.encode(text.view(), ign::pgn::TextEnd::at_eof, batch);
        counted = allocations - before;
        REQUIRE(piece.rows->rows() == games);
        REQUIRE(piece.rejects.empty());
    }
    double per_game = static_cast<double>(counted) / games;
    std::printf("allocations for a game of a dump: %.3f\n", per_game);
    CHECK(per_game < 0.1);
}

TEST_CASE("games in another layout cost few allocations") {
    constexpr std::size_t games = 500;
    std::string all;
    for (std::size_t i = 0; i < games; ++i) {
        all +=
            "[Event \"Club\"]\r\n[White \"a\"]\r\n[Result \"0-1\"]\r\n[Annotator \"x\"]\r\n\r\n"
            "1.f3 e5 2.g4 {why?}\r\nQh4# 0-1\r\n\r\n";
    }
    ExactText text(all);
    PieceEncoder encoder{RowOptions()};
    auto batch = std::make_shared<ign::columnar::RowBatch>();
    std::uint64_t counted = 0;
    for (int round = 0; round < 3; ++round) {
        batch->clear();
        std::uint64_t before = allocations;
        encoder.encode(text.view(), ign::pgn::TextEnd::at_eof, batch);
        counted = allocations - before;
        REQUIRE(batch->rows() == games);
    }
    double per_game = static_cast<double>(counted) / games;
    std::printf("allocations for a game in another layout: %.3f\n", per_game);
    CHECK(per_game < 30);
}
