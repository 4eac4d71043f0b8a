#include "ign/chess/movegen.hpp"

namespace ign::chess {

namespace {

using Sliders = MagicSliders;

Bitboard piece_attacks(PieceType type, Square from, Bitboard occupied) {
    switch (type) {
        case PieceType::knight:
            return knight_attacks[index(from)];
        case PieceType::bishop:
            return Sliders::bishop(from, occupied);
        case PieceType::rook:
            return Sliders::rook(from, occupied);
        case PieceType::queen:
            return Sliders::bishop(from, occupied) | Sliders::rook(from, occupied);
        case PieceType::king:
            return king_attacks[index(from)];
        case PieceType::pawn:
            break;
    }
    return no_squares;
}

Bitboard pawn_targets(const Position& position, Square from) {
    Color us = position.turn();
    int step = us == Color::white ? 8 : -8;
    Bitboard empty = ~position.occupied();
    Bitboard targets =
        pawn_attacks[static_cast<int>(us)][index(from)] & (position.pieces(!us) | position.ep());
    auto next = static_cast<Square>(index(from) + step);
    if (empty.has(next)) {
        targets |= Bitboard(next);
        if (rank_of(from) == (us == Color::white ? 1 : 6)) {
            targets |= Bitboard(static_cast<Square>(index(next) + step)) & empty;
        }
    }
    return targets;
}

template <Color us>
Bitboard castling(const Position& position) {
    return castling_moves<Sliders, us>(position);
}

Bitboard targets_of(const Position& position, Square from) {
    PieceType type = position.type_on(from);
    if (type == PieceType::pawn) return pawn_targets(position, from);
    Bitboard targets =
        piece_attacks(type, from, position.occupied()) & ~position.pieces(position.turn());
    if (type == PieceType::king && position.castling_rooks()) {
        targets |= position.turn() == Color::white ? castling<Color::white>(position)
                                                   : castling<Color::black>(position);
    }
    return targets;
}

Bitboard attackers_of(const Position& position, Square square, Bitboard occupied, Color by) {
    return by == Color::white ? attackers<Sliders, Color::white>(position, square, occupied)
                              : attackers<Sliders, Color::black>(position, square, occupied);
}

bool is_promoting(const Position& position, Square from, Square to) {
    return position.pawns().has(from) && (rank_of(to) == 0 || rank_of(to) == 7);
}

/// Most checks can be answered by stepping away, and this is soon found.
bool has_king_step(const Position& position) {
    Color us = position.turn();
    Square king = position.king(us);
    Bitboard lifted = position.occupied() ^ Bitboard(king);
    for (Bitboard steps = king_attacks[index(king)] & ~position.pieces(us); steps;) {
        if (!attackers_of(position, steps.pop(), lifted, !us)) return true;
    }
    return false;
}

}  // namespace

MoveList moves(const Position& position, Numbering numbering) {
    MoveList list;
    for (Bitboard own = position.pieces(position.turn()); own;) {
        Square from = own.pop();
        for (Bitboard targets = targets_of(position, from); targets;) {
            Move move{from, targets.pop()};
            if (numbering == Numbering::legal && !is_safe(position, move)) continue;
            if (!is_promoting(position, move.from, move.to)) {
                list.push(move);
                continue;
            }
            for (Promotion promotion :
                 {Promotion::bishop, Promotion::knight, Promotion::queen, Promotion::rook}) {
                list.push({move.from, move.to, promotion});
            }
        }
    }
    return list;
}

Bitboard checkers(const Position& position) {
    Color us = position.turn();
    return attackers_of(position, position.king(us), position.occupied(), !us);
}

bool is_safe(const Position& position, Move move) {
    if (position.is_castling(move)) return true;  // counts only when it is legal
    Color us = position.turn();
    Bitboard from(move.from);
    Bitboard to(move.to);
    Bitboard victim = to;
    if (position.pawns().has(move.from) && to == position.ep()) {
        victim = us == Color::white ? to >> 8 : to << 8;
    }
    bool is_king = position.kings().has(move.from);
    Square king = is_king ? move.to : position.king(us);
    Bitboard occupied = (position.occupied() & ~from & ~victim) | to;
    return !(attackers_of(position, king, occupied, !us) & ~victim);
}

bool has_legal_move(const Position& position) {
    if (has_king_step(position)) return true;
    for (Bitboard own = position.pieces(position.turn()) & ~position.kings(); own;) {
        Square from = own.pop();
        for (Bitboard targets = targets_of(position, from); targets;) {
            if (is_safe(position, {from, targets.pop()})) return true;
        }
    }
    return false;  // castling is never the only move: the king could step that way
}

Bitboard legal_origins(const Position& position, PieceType type, Square to) {
    Bitboard origins;
    Bitboard own = position.pieces(position.turn());
    if (own.has(to)) return no_squares;
    Bitboard candidates =
        piece_attacks(type, to, position.occupied()) & position.pieces(type) & own;
    while (candidates) {
        Square from = candidates.pop();
        if (is_safe(position, {from, to})) origins |= Bitboard(from);
    }
    return origins;
}

}  // namespace ign::chess
