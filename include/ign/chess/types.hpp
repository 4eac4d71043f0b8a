#pragma once

#include <compare>
#include <cstdint>

namespace ign::chess {

/// The two sides.
enum class Color : std::uint8_t { white, black };

[[nodiscard]] constexpr Color operator!(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

/// Numbered rank by rank: a1 = 0, b1 = 1, ..., h8 = 63, so that the canonical order of moves is
/// the order of bits in a Bitboard.
// clang-format off
enum class Square : std::uint8_t {
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8
};
// clang-format on

/// 0 for a1 to 63 for h8.
[[nodiscard]] constexpr int index(Square square) { return static_cast<int>(square); }
/// 0 for the a-file to 7 for the h-file.
[[nodiscard]] constexpr int file_of(Square square) { return index(square) & 7; }
/// 0 for the first rank to 7 for the eighth.
[[nodiscard]] constexpr int rank_of(Square square) { return index(square) >> 3; }
/// The inverse of file_of and rank_of; both from 0 to 7.
[[nodiscard]] constexpr Square make_square(int file, int rank) {
    return static_cast<Square>(rank * 8 + file);
}

/// The kinds of pieces, without their colour.
enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };

/// In the order in which promotions on the same square are numbered.
enum class Promotion : std::uint8_t { none, bishop, knight, queen, rook };

/// What stands on the square after the promotion; `pawn` for none.
[[nodiscard]] constexpr PieceType piece_of(Promotion promotion) {
    constexpr PieceType pieces[] = {PieceType::pawn, PieceType::bishop, PieceType::knight,
                                    PieceType::queen, PieceType::rook};
    return pieces[static_cast<int>(promotion)];
}

/// Castling is the king's move onto the castling rook's square. Comparison is the canonical order.
struct Move {
    Square from = Square::a1;
    Square to = Square::a1;
    Promotion promotion = Promotion::none;

    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace ign::chess
