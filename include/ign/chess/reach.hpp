#pragma once

#include <array>
#include <cstdint>

#include "ign/chess/pawn_moves.hpp"
#include "ign/chess/position.hpp"

/// Where the pieces of the side to move can go, as sets, and how many moves that makes: what
/// ordinal, selection and replay share.
namespace ign::chess {

/// Which moves have a place: every move by the movement rules, even if it leaves the own king in
/// check, or legal moves only. Castling counts only when it is wholly legal in both.
enum class Numbering : std::uint8_t { pseudo_legal, legal };

/// The squares from `a` to `b`, both included, on one rank.
[[nodiscard]] constexpr Bitboard span_of(Square a, Square b) {
    Square low = a < b ? a : b;
    Square high = a < b ? b : a;
    return Bitboard((std::uint64_t{2} << index(high)) - (std::uint64_t{1} << index(low)));
}

namespace detail {

/// [king's file][rook's file]: the squares of the first rank that king and rook pass over or reach
/// when they castle, but for their own two.
constexpr auto make_castling_ways() {
    std::array<std::array<Bitboard, 8>, 8> ways{};
    for (int i = 0; i < 64; ++i) {
        Square king = make_square(i / 8, 0);
        Square rook = make_square(i % 8, 0);
        if (king == rook) continue;
        CastlingTargets targets = castling_targets(king, rook);
        Bitboard passed = span_of(king, targets.king) | span_of(rook, targets.rook);
        ways[i / 8][i % 8] = passed & ~Bitboard(king) & ~Bitboard(rook);
    }
    return ways;
}
/// make_castling_ways, made once.
inline constexpr auto castling_ways = make_castling_ways();

}  // namespace detail

/// The squares that must be free for the king to castle with the rook.
[[nodiscard]] IGN_INLINE constexpr Bitboard castling_way(Color color, Square king, Square rook) {
    return detail::castling_ways[file_of(king)][file_of(rook)] << 8 * home_rank(color);
}

/// May the king castle with this rook, the right being there? The way of both must be free but for
/// these two, the king not in check nor passing over an attacked square (seen with the king lifted
/// off), nor attacked on its target once the rook stands on its own.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE bool can_castle(const Position& position, Square king, Square rook) {
    Bitboard occupied = position.occupied();
    if (castling_way(us, king, rook) & occupied) [[likely]]
        return false;
    CastlingTargets targets = castling_targets(king, rook);
    Bitboard moved = (occupied ^ Bitboard(king) ^ Bitboard(rook)) | Bitboard(targets.rook);
    if (attackers<Sliders, !us>(position, targets.king, moved)) return false;
    Bitboard lifted = occupied ^ Bitboard(king);
    Bitboard passed = span_of(king, targets.king) & ~Bitboard(targets.king);
    for (Bitboard rest = passed | Bitboard(king); rest;) {
        if (attackers<Sliders, !us>(position, rest.pop(), lifted)) return false;
    }
    return true;
}

/// The own rooks that the king may castle with now.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE Bitboard castling_moves(const Position& position) {
    Bitboard possible;
    Bitboard rooks = position.castling_rooks() & rank_squares(home_rank(us));
    while (rooks) {
        Square rook = rooks.pop();
        if (can_castle<Sliders, us>(position, position.king(us), rook)) possible |= Bitboard(rook);
    }
    return possible;
}

/// The opponent's pieces that give check.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE Bitboard checkers_of(const Position& position) {
    return attackers<Sliders, !us>(position, position.king(us), position.occupied());
}

/// How many moves there are, and how many of them come from squares below the one asked about.
struct Census {
    std::uint32_t total;
    std::uint32_t before;
};

/// Holds the sets that do not depend on the move asked about. Pawns are kept in origin space: the
/// set of pawns that can step, step twice, or capture towards the a-file or the h-file; so the
/// moves from squares below another are one mask away.
template <class Sliders, Numbering numbering, Color us>
class Reach {
  public:
    /// `checkers` must be checkers_of the position; only the legal numbering looks at it.
    IGN_INLINE Reach(const Position& position, Bitboard checkers) : position_(position) {
        own_ = position.pieces(us);
        king_ = position.king(us);
        king_targets_ = king_attacks[index(king_)] & ~own_;
        free_ = ~own_;
        if constexpr (numbering == Numbering::legal) {
            restrict(checkers);
        }
        king_targets_ |= castling_moves<Sliders, us>(position);
        set_pawns();
    }

    /// Counts the moves, and those of pieces on lower squares than `from`.
    [[nodiscard]] IGN_INLINE Census census(Square from) const {
        Census census{0, 0};
        auto add = [&](Square square, Bitboard targets) __attribute__((always_inline)) {
            std::uint32_t count = targets.count();
            census.total += count;
            census.before += square < from ? count : 0;
        };
        Bitboard mobile = own_ & ~pinned_;
        add(king_, king_targets_);
        for (Bitboard rest = position_.knights() & mobile; rest;) {
            Square square = rest.pop();
            add(square, knight_attacks[index(square)] & free_);
        }
        for (Bitboard rest = position_.diagonal_sliders() & mobile; rest;) {
            Square square = rest.pop();
            add(square, Sliders::bishop(square, position_.occupied()) & free_);
        }
        for (Bitboard rest = position_.orthogonal_sliders() & mobile; rest;) {
            Square square = rest.pop();
            add(square, Sliders::rook(square, position_.occupied()) & free_);
        }
        if constexpr (numbering == Numbering::legal) {
            for (Bitboard rest = pinned_ & ~position_.pawns(); rest;) {
                Square square = rest.pop();
                add(square, slider_targets(square) & line_through(king_, square));
            }
        }
        add_pawns(from, census);
        return census;
    }

    /// How many moves there are.
    [[nodiscard]] IGN_INLINE std::uint32_t total() const { return census(Square::a1).total; }

    /// Where the own piece of this type on `square` can go.
    [[nodiscard]] IGN_INLINE Bitboard targets_from(Square square, PieceType type) const {
        if (type == PieceType::pawn) return pawn_targets(square);
        const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(type)];
        Bitboard occupied = position_.occupied();
        Bitboard targets = (Sliders::bishop(square, occupied) & masks.diagonal()) |
                           (Sliders::rook(square, occupied) & masks.orthogonal()) |
                           (knight_attacks[index(square)] & masks.knight());
        targets &= free_;
        if constexpr (numbering == Numbering::legal) {
            if (pinned_.has(square)) targets &= line_through(king_, square);
        }
        return targets | (king_targets_ & masks.king);
    }

  protected:
    /// Sets what the legal numbering takes away: squares that do not answer a check, pinned pieces,
    /// and squares where the king would be in check.
    IGN_INLINE void restrict(Bitboard checkers) {
        Bitboard occupied = position_.occupied();
        if (checkers) {
            Square checker = checkers.first();
            Bitboard answers = squares_between(king_, checker) | Bitboard(checker);
            answers_ = answers & squares_if(!checkers.has_many());
            free_ &= answers_;
        }
        Bitboard diagonal = Sliders::bishop(king_, occupied);
        Bitboard orthogonal = Sliders::rook(king_, occupied);
        // Looking through the own pieces next to the king's lines shows who pins them.
        Bitboard behind_diagonal = Sliders::bishop(king_, occupied & ~(diagonal & own_));
        Bitboard behind_orthogonal = Sliders::rook(king_, occupied & ~(orthogonal & own_));
        Bitboard pinners = ((behind_diagonal & ~diagonal & position_.diagonal_sliders()) |
                            (behind_orthogonal & ~orthogonal & position_.orthogonal_sliders())) &
                           position_.pieces(!us);
        while (pinners) pinned_ |= squares_between(king_, pinners.pop()) & own_;
        king_targets_ &= ~attacked_by_them(occupied ^ Bitboard(king_));
    }

    [[nodiscard]] IGN_INLINE Bitboard attacked_by_them(Bitboard occupied) const {
        Bitboard them = position_.pieces(!us);
        Bitboard pawns = forward<!us>(position_.pawns() & them);
        Bitboard attacked = king_attacks[index(position_.king(!us))] |
                            (pawns & ~file_squares(0)) >> 1 | (pawns & ~file_squares(7)) << 1;
        for (Bitboard rest = position_.knights() & them; rest;) {
            attacked |= knight_attacks[index(rest.pop())];
        }
        for (Bitboard rest = position_.diagonal_sliders() & them; rest;) {
            attacked |= Sliders::bishop(rest.pop(), occupied);
        }
        for (Bitboard rest = position_.orthogonal_sliders() & them; rest;) {
            attacked |= Sliders::rook(rest.pop(), occupied);
        }
        return attacked;
    }

    [[nodiscard]] IGN_INLINE Bitboard slider_targets(Square square) const {
        Bitboard targets;
        if (position_.diagonal_sliders().has(square)) {
            targets |= Sliders::bishop(square, position_.occupied());
        }
        if (position_.orthogonal_sliders().has(square)) {
            targets |= Sliders::rook(square, position_.occupied());
        }
        return targets & free_;
    }

    IGN_INLINE void set_pawns() {
        Bitboard pawns = position_.pawns() & own_;
        Bitboard empty = ~position_.occupied();
        Bitboard victims = position_.pieces(!us);
        if constexpr (numbering == Numbering::pseudo_legal) {
            pawn_moves_ = {pawns, empty, victims | position_.ep()};
        } else {
            pawn_moves_ = {pawns, empty, victims & answers_};
            Bitboard on_file = ~pinned_ | file_squares(file_of(king_));
            pawn_moves_.single &= on_file & backward<us>(answers_);
            pawn_moves_.twice &= on_file & backward<us>(answers_, 2);
            if (pinned_ & pawns) drop_pinned_captures();
            if (position_.ep()) add_legal_ep(pawns);
        }
    }

    /// A pinned pawn captures only along the line to its king.
    IGN_INLINE void drop_pinned_captures() {
        for (Bitboard rest = pinned_ & (pawn_moves_.a_captures | pawn_moves_.h_captures); rest;) {
            Square square = rest.pop();
            Bitboard line = line_through(king_, square);
            Bitboard bit(square);
            if (!(PawnMoves<us>::to_a_side(bit) & line)) pawn_moves_.a_captures &= ~bit;
            if (!(PawnMoves<us>::to_h_side(bit) & line)) pawn_moves_.h_captures &= ~bit;
        }
    }

    /// Two pawns leave their squares at once, so each capture is tried on the board.
    IGN_INLINE void add_legal_ep(Bitboard pawns) {
        Bitboard ep = position_.ep();
        Bitboard victim = backward<us>(ep);
        Bitboard capturers =
            (PawnMoves<us>::from_a_side(ep) | PawnMoves<us>::from_h_side(ep)) & pawns;
        while (capturers) {
            Bitboard capturer(capturers.pop());
            Bitboard occupied = (position_.occupied() ^ capturer ^ victim) | ep;
            if (attackers<Sliders, !us>(position_, king_, occupied) & ~victim) continue;
            pawn_moves_.a_captures |= PawnMoves<us>::from_a_side(ep) & capturer;
            pawn_moves_.h_captures |= PawnMoves<us>::from_h_side(ep) & capturer;
        }
    }

    [[nodiscard]] IGN_INLINE Bitboard pawn_targets(Square from) const {
        return pawn_moves_.of(Bitboard(from)).targets();
    }

    IGN_INLINE void add_pawns(Square from, Census& census) const {
        auto count = [&](Bitboard origins) __attribute__((always_inline)) {
            return pawn_moves_.of(origins).count();
        };
        census.total += count(all_squares);
        census.before += count(below(from));
        // A promotion is four moves.
        Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);
        if (position_.pawns() & own_ & promoting) {
            census.total += 3 * count(promoting);
            census.before += 3 * count(promoting & below(from));
        }
    }

    const Position& position_;
    Square king_;
    Bitboard own_;
    Bitboard free_;  // where a piece other than the king may go
    Bitboard answers_ = all_squares;
    Bitboard pinned_;
    Bitboard king_targets_;
    PawnMoves<us> pawn_moves_;
};

/// The place of a move among those from its square, from 1.
[[nodiscard]] IGN_INLINE std::uint32_t place_among(Bitboard targets, Square to,
                                                   Promotion promotion) {
    std::uint32_t lower = (targets & below(to)).count();
    bool promotes = promotion != Promotion::none;
    return promotes ? 4 * lower + static_cast<std::uint32_t>(promotion) : lower + 1;
}

}  // namespace ign::chess
