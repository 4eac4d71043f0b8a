#include "ign/search/position_target.hpp"

#include "ign/chess/movegen.hpp"

namespace ign::search {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::Position;

// The square of a legal capture en passant, or none.
Bitboard legal_ep(const Position& position) {
    if (!position.ep()) return {};
    Color us = position.turn();
    chess::Square to = position.ep().first();
    Bitboard capturers = chess::pawn_attacks[static_cast<int>(!us)][chess::index(to)] &
                         position.pawns() & position.pieces(us);
    while (capturers) {
        if (chess::is_safe(position, {capturers.pop(), to})) return position.ep();
    }
    return {};
}

}  // namespace

bool is_same_position(const Position& left, const Position& right) {
    return left.pieces(Color::white) == right.pieces(Color::white) &&
           left.pieces(Color::black) == right.pieces(Color::black) &&
           left.pawns() == right.pawns() && left.knights() == right.knights() &&
           left.diagonal_sliders() == right.diagonal_sliders() &&
           left.orthogonal_sliders() == right.orthogonal_sliders() &&
           left.kings() == right.kings() && left.turn() == right.turn() &&
           left.castling_rooks() == right.castling_rooks() && legal_ep(left) == legal_ep(right);
}

PositionTarget::PositionTarget(const Position& position)
    : position_(position),
      totals_{static_cast<std::int32_t>(position.pieces(Color::white).count()),
              static_cast<std::int32_t>(position.pieces(Color::black).count())},
      white_home_pawns_(position.pawns() & position.pieces(Color::white) & chess::rank_squares(1)),
      black_home_pawns_(position.pawns() & position.pieces(Color::black) & chess::rank_squares(6)) {
}

}  // namespace ign::search
