#include "ign/chess/fen.hpp"

#include <catch2/catch.hpp>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/validity.hpp"

namespace ign::chess {

namespace {

std::string normalised(std::string_view fen, FenStyle style = FenStyle::x_fen) {
    auto position = parse_fen(fen);
    return position ? to_fen(*position, style) : std::string(to_text(position.error()));
}

FenError fault_of(std::string_view fen) {
    auto position = parse_fen(fen);
    CAPTURE(fen);
    REQUIRE_FALSE(position);
    return position.error();
}

}  // namespace

TEST_CASE("fen: the standard position") {
    constexpr std::string_view fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    auto position = parse_fen(fen);
    REQUIRE(position);
    CHECK(*position == Position::standard());
    CHECK(to_fen(Position::standard()) == fen);
    CHECK(to_fen(Position::standard(), FenStyle::shredder) ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    CHECK_FALSE(needs_chess960(*position));
}

TEST_CASE("fen: written as python-chess writes it") {
    CHECK(normalised("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") ==
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(normalised("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10") == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10");
    CHECK(normalised("8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1") == "8/8/8/8/R2Pp2k/8/8/4K3 b - - 0 1");
    CHECK(normalised("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1") ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(normalised("3k4/8/8/8/8/8/8/3K2RR w G - 0 1") == "3k4/8/8/8/8/8/8/3K2RR w G - 0 1");
    CHECK(normalised("1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1") ==
          "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1");
    CHECK(normalised("4k3/8/8/8/8/8/4P3/4K3 w - -") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

TEST_CASE("fen: what can be mended is mended") {
    // Rights without a rook or with the king away from home.
    CHECK(normalised("3k4/8/8/8/8/8/8/RN1K3N w KQ - 0 1") == "3k4/8/8/8/8/8/8/RN1K3N w Q - 0 1");
    CHECK(normalised("r3k3/8/8/8/8/8/4K3/8 b Kq - 0 1") == "r3k3/8/8/8/8/8/4K3/8 b q - 0 1");
    // Two rooks on one side of the king: the outer one has the right.
    CHECK(normalised("3k4/8/8/8/8/8/8/1R1KR1RR w GH - 0 1") ==
          "3k4/8/8/8/8/8/8/1R1KR1RR w K - 0 1");
    CHECK(normalised("3k4/8/8/8/8/8/8/1R1KR1RR w GE - 0 1") ==
          "3k4/8/8/8/8/8/8/1R1KR1RR w G - 0 1");
    // An en passant square that no double step can have left.
    CHECK(normalised("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1") == "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1");
    CHECK(normalised("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1") ==
          "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1");
    CHECK(normalised("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1") == "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    CHECK(normalised("4k3/8/8/8/8/8/4P3/4K3 w - - 99 0") == "4k3/8/8/8/8/8/4P3/4K3 w - - 99 1");
    CHECK(normalised("4k3/8/8/8/8/8/4P3/4K3 w - - 500 50") == "4k3/8/8/8/8/8/4P3/4K3 w - - 500 50");
    CHECK(normalised("4k3/8/8/8/8/8/4P3/4K3 w - - 99999999999 1") ==
          "4k3/8/8/8/8/8/4P3/4K3 w - - 4294967295 1");
}

TEST_CASE("fen: an en passant square is kept for the numbering even if no capture is legal") {
    auto tagged = parse_fen("8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1");
    auto plain = parse_fen("8/8/8/8/R2Pp2k/8/8/4K3 b - - 0 1");
    REQUIRE(tagged);
    REQUIRE(plain);
    CHECK(radix<Numbering::pseudo_legal>(*tagged) == radix<Numbering::pseudo_legal>(*plain) + 1);
    CHECK(radix<Numbering::legal>(*tagged) == radix<Numbering::legal>(*plain));
}

TEST_CASE("fen: what is no position is refused") {
    CHECK(fault_of("") == FenError::board);
    CHECK(fault_of("4k4/8/8/8/8/8/4P3/4K3 w - - 0 1") == FenError::board);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3/8 w - - 0 1") == FenError::board);
    CHECK(fault_of("4k3/8/8/8/8/8/4K3 w - - 0 1") == FenError::board);
    CHECK(fault_of("4x3/8/8/8/8/8/8/4K3 w - - 0 1") == FenError::board);
    CHECK(fault_of("44k/8/8/8/8/8/8/4K3 w - - 0 1") == FenError::board);
    CHECK(fault_of("4k3/8/8/8/8/8/4K3/4K3 w - - 0 1") == FenError::kings);
    CHECK(fault_of("8/8/8/8/8/8/8/4K3 w - - 0 1") == FenError::kings);
    CHECK(fault_of("P3k3/8/8/8/8/8/8/4K3 w - - 0 1") == FenError::pawn_on_last_rank);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1") == FenError::turn);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3") == FenError::turn);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 w KX - 0 1") == FenError::castling);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 w - e 0 1") == FenError::ep);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 w - - a 1") == FenError::counters);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 w - - -1 1") == FenError::counters);
    CHECK(fault_of("4k3/8/8/8/8/44/4P3/4K3 w - - 0 1") == FenError::board);
    CHECK(fault_of("r3k2r/8/8/8/8/8/8/4K3 w kqh - 0 1") == FenError::castling);
    CHECK(fault_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 x") == FenError::extra_text);
    CHECK(fault_of("8/8/8/3kK3/8/8/8/8 w - - 0 1") == FenError::opponent_in_check);
    CHECK(fault_of("4k3/8/8/8/8/8/8/4RK2 w - - 0 1") == FenError::opponent_in_check);
}

TEST_CASE("fen: positions that no game leads to are told, though they can be played from") {
    auto fault_in = [](std::string_view fen) { return find_fault(*parse_fen(fen)); };
    CHECK_FALSE(find_fault(Position::standard()));
    CHECK(fault_in("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1") == PositionFault::too_many_pawns);
    CHECK(fault_in("nnnnknnn/8/nnnnnnnn/nn6/8/8/8/4K3 w - - 0 1") ==
          PositionFault::too_many_pieces);
    CHECK(fault_in("4k3/8/8/8/1b6/5n2/8/4K2r w - - 0 1") == PositionFault::too_many_checkers);
    CHECK(fault_in("4k3/8/8/8/8/8/8/r3K2r w - - 0 1") == PositionFault::impossible_check);
    CHECK_FALSE(fault_in("4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1"));
    // With an en passant square the last move is known: the pawn's own check, or a line it opened.
    CHECK_FALSE(fault_in("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"));
    CHECK(fault_in("4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1") == std::nullopt);
    CHECK(fault_in("4k3/8/8/8/3P4/8/8/K3R3 b - d3 0 1") == PositionFault::impossible_check);
}

TEST_CASE("fen: rights that only Chess960 can mean") {
    for (std::string_view fen :
         {"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1",
          "3k2rr/8/8/8/8/8/8/4K3 w g - 0 1"}) {
        auto position = parse_fen(fen);
        REQUIRE(position);
        CHECK(needs_chess960(*position));
    }
}

}  // namespace ign::chess
