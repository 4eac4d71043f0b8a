#include "ign/chess/validity.hpp"

#include "ign/chess/movegen.hpp"

namespace ign::chess {

namespace {

/// Do two checkers stand on the same line through the king? Then each would have given check before
/// the other one came.
bool share_a_line(Square king, Square first, Square second) {
    int files[2] = {file_of(first) - file_of(king), file_of(second) - file_of(king)};
    int ranks[2] = {rank_of(first) - rank_of(king), rank_of(second) - rank_of(king)};
    auto is_line = [](int file, int rank) {
        return file == 0 || rank == 0 || file == rank || file == -rank;
    };
    return is_line(files[0], ranks[0]) && is_line(files[1], ranks[1]) &&
           files[0] * ranks[1] == files[1] * ranks[0];
}

/// After a double step either the pawn gives check, or a line was opened where it stood.
bool is_possible_after_double_step(const Position& position, Bitboard givers) {
    Color us = position.turn();
    bool is_white = us == Color::white;
    Bitboard pawn = is_white ? position.ep() >> 8 : position.ep() << 8;
    Bitboard start = is_white ? position.ep() << 8 : position.ep() >> 8;
    if (givers.has_many()) return false;
    if (givers == pawn) return true;
    Bitboard before = (position.occupied() & ~pawn) | start;
    Square king = position.king(us);
    Bitboard attacks = is_white ? attackers<MagicSliders, Color::black>(position, king, before)
                                : attackers<MagicSliders, Color::white>(position, king, before);
    return !(attacks & ~pawn);
}

bool is_possible_check(const Position& position, Bitboard givers) {
    if (!givers) return true;
    if (position.ep()) return is_possible_after_double_step(position, givers);
    if (!givers.has_many()) return true;
    Square first = givers.pop();
    return !share_a_line(position.king(position.turn()), first, givers.first());
}

}  // namespace

std::string_view to_text(PositionFault fault) {
    switch (fault) {
        case PositionFault::too_many_pieces:
            return "a side has more than 16 pieces";
        case PositionFault::too_many_pawns:
            return "a side has more than 8 pawns";
        case PositionFault::too_many_checkers:
            return "more than two pieces give check";
        case PositionFault::impossible_check:
            return "no move can have given this check";
    }
    return "";
}

std::optional<PositionFault> find_fault(const Position& position) {
    for (Color color : {Color::white, Color::black}) {
        if (position.pieces(color).count() > 16) return PositionFault::too_many_pieces;
        if ((position.pieces(color) & position.pawns()).count() > 8) {
            return PositionFault::too_many_pawns;
        }
    }
    Bitboard givers = checkers(position);
    if (givers.count() > 2) return PositionFault::too_many_checkers;
    if (!is_possible_check(position, givers)) return PositionFault::impossible_check;
    return std::nullopt;
}

}  // namespace ign::chess
