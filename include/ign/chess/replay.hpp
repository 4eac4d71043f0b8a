#pragma once

#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/san.hpp"

namespace ign::chess {

/// Plays a game from its SAN: resolves each move, checks that it is legal, finds its digit, tells
/// whether it is spelled canonically, and plays it, all in one pass.
///
/// The heart of the program, and so one long piece: every ply takes the same straight way, with
/// arithmetic in place of branches that the processor would mispredict. What is rare (castling,
/// coordinates, more than one candidate, check) leaves it by calls to the plain rules of
/// movegen.hpp and san.hpp. Use by the pattern in isa.hpp.
template <class Sliders, Numbering numbering>
class Replay {
  public:
    IGN_INLINE void start(const Position& position) {
        position_ = position;
        checkers_ = checkers(position);
        ends_with_check_ = false;
    }

    [[nodiscard]] IGN_INLINE const Position& position() const { return position_; }

    /// Plays the move that the token means. `canonical` says whether it is spelled exactly as
    /// write_san would; of a `+` on the last move only ends_canonically() knows. If the status is
    /// not ok nothing has changed and neither result is set.
    IGN_INLINE SanStatus play(const SanToken& token, codec::Digit& digit, bool& canonical) {
        return position_.turn() == Color::white ? play_as<Color::white>(token, digit, canonical)
                                                : play_as<Color::black>(token, digit, canonical);
    }

    /// A `+` is right where it is no mate: the next move proves that, and of the last move this one
    /// does.
    [[nodiscard]] bool ends_canonically() const {
        return !ends_with_check_ || has_legal_move(position_);
    }

  private:
    template <Color us>
    // NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity): kernel
    IGN_INLINE SanStatus play_as(const SanToken& token, codec::Digit& digit, bool& canonical) {
        Bitboard them = position_.pieces(!us);
        PieceType type = token.piece;
        Bitboard rivals = candidates<us>(token);
        Bitboard origins = rivals & token.origins;
        Square from = Square::a1;
        Square to = token.to;
        Promotion promotion = token.promotion;
        bool castles = false;
        bool is_usual = token.status == SanStatus::ok && token.kind == SanKind::piece;
        if (is_usual && origins && !origins.has_many()) [[likely]] {
            from = origins.first();
        } else if (token.status == SanStatus::ok && is_castling(token.kind)) {
            from = position_.king(us);
            Bitboard side = token.kind == SanKind::castle_short ? ~below(from) : below(from);
            Bitboard rooks = position_.castling_rooks() & rank_squares(home_rank(us)) & side;
            if (!rooks) return SanStatus::illegal;
            to = rooks.first();
            type = PieceType::king;
            promotion = Promotion::none;
            castles = true;
            rivals = no_squares;
        } else {
            Move move;
            SanStatus status = resolve(position_, token, move);
            if (status != SanStatus::ok) return status;
            from = move.from;
            to = move.to;
            castles = position_.is_castling(move);
            type = position_.type_on(from);
            if (castles) rivals = no_squares;
        }
        bool is_pawn = type == PieceType::pawn;
        Bitboard from_bit(from);
        Bitboard to_bit(to);

        Reach<Sliders, numbering, us> reach(position_, checkers_);
        Census census = reach.census(from);
        Bitboard targets = reach.targets_from(from, type);
        // Captured en passant or not, what is taken stands on `gone`.
        Bitboard taken_ep = backward<us>(to_bit & position_.ep() & squares_if(is_pawn));
        Bitboard gone = (to_bit & them) | taken_ep;
        bool is_legal = numbering == Numbering::legal || castles
                            ? targets.has(to)
                            : is_safe_move<us>(type, from_bit, to, gone);
        if (!is_legal) return SanStatus::illegal;
        digit = {census.before + place_among(targets, to, promotion), census.total};

        auto captures = static_cast<std::uint32_t>(static_cast<bool>(gone));
        std::uint32_t form = captures * san_form::capture | (captures & is_pawn) * san_form::file;
        if (!is_pawn && rivals.has_many()) [[unlikely]] {
            form |= origin_form<us>(rivals & ~from_bit, from, to_bit);
        }
        if (castles) [[unlikely]] {
            position_.template apply_castling<us>(from, to);
        } else {
            PieceType placed = promotion == Promotion::none ? type : piece_of(promotion);
            position_.template apply<us>(type, from, to, placed);
        }
        checkers_ = checkers_of<Sliders, !us>(position_);
        ends_with_check_ = static_cast<bool>(checkers_);
        if (ends_with_check_) {
            bool is_mate = (token.form & san_form::mate) != 0 && !has_legal_move(position_);
            form |= is_mate ? san_form::mate : san_form::check;
            ends_with_check_ = !is_mate;
        }
        canonical = token.form == form && token.kind != SanKind::coordinates;
        return SanStatus::ok;
    }

    /// Does a move that is pseudo-legal and no castling leave the own king unattacked?
    template <Color us>
    [[nodiscard]] IGN_INLINE bool is_safe_move(PieceType type, Bitboard from, Square to,
                                               Bitboard gone) const {
        Bitboard occupied = (position_.occupied() & ~(from | gone)) | Bitboard(to);
        Square king = type == PieceType::king ? to : position_.king(us);
        return !(attackers<Sliders, !us>(position_, king, occupied) & ~gone);
    }

    [[nodiscard]] IGN_INLINE static bool is_castling(SanKind kind) {
        return kind == SanKind::castle_short || kind == SanKind::castle_long;
    }

    /// What must be said of the origin because other pieces of the type, the rivals, reach the
    /// target by the movement rules: only those count that may legally go there.
    template <Color us>
    [[nodiscard]] IGN_INLINE std::uint32_t origin_form(Bitboard rivals, Square from,
                                                       Bitboard to) const {
        Bitboard legal;
        while (rivals) {
            Bitboard rival(rivals.pop());
            Bitboard occupied = (position_.occupied() & ~rival) | to;
            bool exposes = static_cast<bool>(
                attackers<Sliders, !us>(position_, position_.king(us), occupied) & ~to);
            legal |= rival & squares_if(!exposes);
        }
        if (!legal) return 0;
        if (!(legal & file_squares(file_of(from)))) return san_form::file;
        if (!(legal & rank_squares(rank_of(from)))) return san_form::rank;
        return san_form::file | san_form::rank;
    }

    /// The own pieces of the token's type that reach its target by the movement rules; for pawns
    /// only if the promotion is named where it must be.
    template <Color us>
    [[nodiscard]] IGN_INLINE Bitboard candidates(const SanToken& token) const {
        Bitboard own = position_.pieces(us);
        Bitboard them = position_.pieces(!us);
        Bitboard occupied = own | them;
        Bitboard to(token.to);
        int at = index(token.to);
        if (token.piece == PieceType::pawn) {
            Bitboard pawns = position_.pawns() & own;
            Bitboard behind = backward<us>(to);
            Bitboard start = rank_squares(us == Color::white ? 1 : 6);
            Bitboard pushes = behind | (backward<us>(behind & ~occupied) & start);
            Bitboard captures = pawn_attacks[1 - static_cast<int>(us)][at];
            bool is_capture = static_cast<bool>(to & (them | position_.ep()));
            Bitboard origins =
                (pushes & squares_if(!(to & occupied))) | (captures & squares_if(is_capture));
            bool is_last = static_cast<bool>(to & rank_squares(us == Color::white ? 7 : 0));
            bool is_named = token.promotion != Promotion::none;
            return origins & pawns & squares_if(is_last == is_named);
        }
        const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(token.piece)];
        Bitboard reached = (Sliders::bishop(token.to, occupied) & masks.diagonal()) |
                           (Sliders::rook(token.to, occupied) & masks.orthogonal()) |
                           (knight_attacks[at] & masks.knight()) | (king_attacks[at] & masks.king);
        bool is_possible = !(own & to) && token.promotion == Promotion::none;
        return reached & position_.pieces(token.piece) & own & squares_if(is_possible);
    }

    Position position_;
    Bitboard checkers_;
    bool ends_with_check_ = false;  // and it is not known to be mate
};

}  // namespace ign::chess
