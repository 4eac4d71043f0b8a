#include "ign/chess/position.hpp"

#include <cassert>

namespace ign::chess {

Position Position::standard() {
    static const Position standard = [] {
        constexpr std::array pieces = {PieceType::rook,   PieceType::knight, PieceType::bishop,
                                       PieceType::queen,  PieceType::king,   PieceType::bishop,
                                       PieceType::knight, PieceType::rook};
        Position position;
        for (int file = 0; file < 8; ++file) {
            position.put(Color::white, pieces[file], make_square(file, 0));
            position.put(Color::white, PieceType::pawn, make_square(file, 1));
            position.put(Color::black, PieceType::pawn, make_square(file, 6));
            position.put(Color::black, pieces[file], make_square(file, 7));
        }
        position.sets_[castling_set] = Bitboard(Square::a1) | Bitboard(Square::h1) |
                                       Bitboard(Square::a8) | Bitboard(Square::h8);
        return position;
    }();
    return standard;
}

void Position::put(Color color, PieceType type, Square square) {
    place(Bitboard(square), Bitboard(square), type);
    sets_[colors_set + static_cast<std::size_t>(color)] |= Bitboard(square);
}

PieceType Position::type_on(Square square) const {
    assert(occupied().has(square));
    if (pawns().has(square)) return PieceType::pawn;
    if (knights().has(square)) return PieceType::knight;
    if (kings().has(square)) return PieceType::king;
    if (!diagonal_sliders().has(square)) return PieceType::rook;
    return orthogonal_sliders().has(square) ? PieceType::queen : PieceType::bishop;
}

std::optional<PieceType> Position::piece_on(Square square) const {
    if (!occupied().has(square)) return std::nullopt;
    return type_on(square);
}

namespace {

template <Color us>
void play_as(Position& position, Move move) {
    if (position.is_castling(move)) {
        position.apply_castling<us>(move.from, move.to);
        return;
    }
    if (move.promotion == Promotion::none) {
        position.apply<us>(move.from, move.to);
    } else {
        position.apply<us>(PieceType::pawn, move.from, move.to, piece_of(move.promotion));
    }
}

}  // namespace

void Position::play(Move move) {
    if (turn_ == Color::white) {
        play_as<Color::white>(*this, move);
    } else {
        play_as<Color::black>(*this, move);
    }
}

}  // namespace ign::chess
