#pragma once

#include "ign/chess/ordinal.hpp"
#include "ign/chess/san.hpp"

/// From a token to the move it means on a board, for the replay kernels: the usual by arithmetic
/// alone, the rare by calls.
namespace ign::chess {

/// The move that a token means.
struct SanMove {
    Square from;
    Square to;
    PieceType type;
    Promotion promotion;
    bool castles;
    /// Own pieces of the type that reach the target by the movement rules, the moving one among
    /// them; none for castling.
    Bitboard rivals;
};

/// The own pieces of the token's type that reach its target by the movement rules; for pawns
/// only if the promotion is named where it must be. Which type comes next is hardly foreseeable, so
/// there is no branch on it.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE Bitboard candidates(const Position& position, const SanToken& token) {
    Bitboard own = position.pieces(us);
    Bitboard them = position.pieces(!us);
    Bitboard occupied = own | them;
    Bitboard to(token.to);
    int at = index(token.to);
    const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(token.piece)];
    Bitboard behind = backward<us>(to);
    Bitboard start = rank_squares(us == Color::white ? 1 : 6);
    Bitboard steps = behind | (backward<us>(behind & ~occupied) & start);
    bool is_capture = static_cast<bool>(to & (them | position.ep()));
    Bitboard walked = (steps & squares_if(!(to & occupied))) |
                      (pawn_attacks[1 - static_cast<int>(us)][at] & squares_if(is_capture));
    Bitboard reached = (Sliders::bishop(token.to, occupied) & masks.diagonal()) |
                       (Sliders::rook(token.to, occupied) & masks.orthogonal()) |
                       (knight_attacks[at] & masks.knight()) | (king_attacks[at] & masks.king) |
                       (walked & masks.pawn());
    bool is_last = static_cast<bool>(to & rank_squares(us == Color::white ? 7 : 0) & masks.pawn());
    bool is_named = token.promotion != Promotion::none;
    bool is_possible = !(own & to) & (is_last == is_named);
    return reached & position.pieces(token.piece) & own & squares_if(is_possible);
}

/// Does the text say castling (and not coordinates that may mean it)?
[[nodiscard]] IGN_INLINE bool is_castling(SanKind kind) {
    return kind == SanKind::castle_short || kind == SanKind::castle_long;
}

/// Finds the move that the token means. It may still leave the own king in check, and castling may
/// be impossible, if the status is ok.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE SanStatus find_move(const Position& position, const SanToken& token,
                                             SanMove& move) {
    Bitboard rivals = candidates<Sliders, us>(position, token);
    Bitboard origins = rivals & token.origins;
    bool is_usual = token.status == SanStatus::ok && token.kind == SanKind::piece;
    if (is_usual && origins && !origins.has_many()) [[likely]] {
        move = {origins.first(), token.to, token.piece, token.promotion, false, rivals};
    } else if (token.status == SanStatus::ok && is_castling(token.kind)) {
        Square king = position.king(us);
        Bitboard side = token.kind == SanKind::castle_short ? ~below(king) : below(king);
        Bitboard rooks = position.castling_rooks() & rank_squares(home_rank(us)) & side;
        if (!rooks) return SanStatus::illegal;
        move = {king, rooks.first(), PieceType::king, Promotion::none, true, no_squares};
    } else {
        Move found;
        SanStatus status = resolve(position, token, found);
        if (status != SanStatus::ok) return status;
        bool castles = position.is_castling(found);
        move = {found.from,      found.to, position.type_on(found.from),
                found.promotion, castles,  castles ? no_squares : rivals};
    }
    return SanStatus::ok;
}

/// What must be said of the origin because other pieces of the type, the rivals, reach the target
/// by the movement rules: only those count that may legally go there.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE std::uint32_t origin_form(const Position& position, Bitboard rivals,
                                                   Square from, Bitboard to) {
    Bitboard legal;
    while (rivals) {
        Bitboard rival(rivals.pop());
        Bitboard occupied = (position.occupied() & ~rival) | to;
        bool exposes =
            static_cast<bool>(attackers<Sliders, !us>(position, position.king(us), occupied) & ~to);
        legal |= rival & squares_if(!exposes);
    }
    if (!legal) return 0;
    if (!(legal & file_squares(file_of(from)))) return san_form::file;
    if (!(legal & rank_squares(rank_of(from)))) return san_form::rank;
    return san_form::file | san_form::rank;
}

/// How the move is spelled canonically, but for the check sign; `gone` is where a piece is taken.
template <class Sliders, Color us>
[[nodiscard]] IGN_INLINE std::uint32_t canonical_form(const Position& position, const SanMove& move,
                                                      Bitboard gone) {
    auto captures = static_cast<std::uint32_t>(static_cast<bool>(gone));
    bool is_pawn = move.type == PieceType::pawn;
    std::uint32_t form = captures * san_form::capture | (captures & is_pawn) * san_form::file;
    if (!is_pawn && move.rivals.has_many()) [[unlikely]] {
        Bitboard others = move.rivals & ~Bitboard(move.from);
        form |= origin_form<Sliders, us>(position, others, move.from, Bitboard(move.to));
    }
    return form;
}

/// After the move: is the token, whose form but for the sign is `form`, spelled canonically? Of a
/// check `ends_with_check` says whether it is known, and then becomes whether it may still be mate:
/// that is looked for only where the text says so.
[[nodiscard]] IGN_INLINE bool is_canonical(const Position& after, const SanToken& token,
                                           std::uint32_t form, bool& ends_with_check) {
    if ((token.form & san_form::mate) != 0 && ends_with_check) [[unlikely]] {
        ends_with_check = radix<Numbering::legal>(after) != 0;
        form |= ends_with_check ? 0 : san_form::mate;
    }
    form |= ends_with_check * san_form::check;
    return token.form == form && token.kind != SanKind::coordinates;
}

}  // namespace ign::chess
