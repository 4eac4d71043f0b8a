#include "ign/chess/attacks.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <utility>

namespace ign::chess {
namespace {

using Way = std::pair<int, int>;
constexpr std::array<Way, 4> diagonals = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Way, 4> straights = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

// Square by square, as the rules say it.
Bitboard walk(const std::array<Way, 4>& ways, Square from, Bitboard occupied) {
    Bitboard reached;
    for (auto [files, ranks] : ways) {
        int file = file_of(from) + files;
        int rank = rank_of(from) + ranks;
        for (; is_on_board(file, rank); file += files, rank += ranks) {
            reached |= Bitboard(make_square(file, rank));
            if (occupied.has(make_square(file, rank))) break;
        }
    }
    return reached;
}

TEST_CASE("sliders reach the first occupied square of each way") {
    constexpr int rounds = 2000;
    int right = 0;
    int right_by_pext = 0;
    std::mt19937_64 random(1);
    for (int round = 0; round < rounds; ++round) {
        std::uint64_t bits = random();
        if (round % 3 != 0) bits &= random();
        if (round % 3 == 2) bits &= random();
        Bitboard occupied(round == 0 ? 0 : bits);
        for (int i = 0; i < 64; ++i) {
            auto square = static_cast<Square>(i);
            Bitboard bishop = walk(diagonals, square, occupied);
            Bitboard rook = walk(straights, square, occupied);
            right += MagicSliders::bishop(square, occupied) == bishop &&
                     MagicSliders::rook(square, occupied) == rook;
            right_by_pext += cpu_has_pext() && PextSliders::bishop(square, occupied) == bishop &&
                             PextSliders::rook(square, occupied) == rook;
        }
    }
    CHECK(right == rounds * 64);
    CHECK(right_by_pext == (cpu_has_pext() ? rounds * 64 : 0));
}

TEST_CASE("two squares of a rank, file or diagonal have a line and squares between them") {
    for (int a = 0; a < 64; ++a) {
        for (int b = 0; b < 64; ++b) {
            auto from = static_cast<Square>(a);
            auto to = static_cast<Square>(b);
            Bitboard line;
            Bitboard between;
            for (const auto& ways : {diagonals, straights}) {
                if (a == b || !walk(ways, from, no_squares).has(to)) continue;
                between = walk(ways, from, Bitboard(to)) & walk(ways, to, Bitboard(from));
                line = walk(ways, from, no_squares) & walk(ways, to, no_squares);
                line |= Bitboard(from) | Bitboard(to);
                // Two rooks or bishops also meet where their other ways cross.
                int files = file_of(to) - file_of(from);
                int ranks = rank_of(to) - rank_of(from);
                for (int i = 0; i < 64; ++i) {
                    auto square = static_cast<Square>(i);
                    bool is_in_line = files * (rank_of(square) - rank_of(from)) ==
                                      ranks * (file_of(square) - file_of(from));
                    if (is_in_line) continue;
                    between &= ~Bitboard(square);
                    line &= ~Bitboard(square);
                }
            }
            REQUIRE(line_through(from, to) == line);
            REQUIRE(squares_between(from, to) == between);
        }
    }
}

}  // namespace
}  // namespace ign::chess
