#pragma once

#include <span>

#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/san.hpp"
#include "ign/chess/san_move.hpp"

namespace ign::chess {

/// Plays a game from its SAN: resolves each move, checks that it is legal, finds its digit, tells
/// whether it is spelled canonically, and plays it, all in one pass.
///
/// The heart of the program, and so one long piece: every ply takes the same straight way, with
/// arithmetic in place of branches that the processor would mispredict. What is rare (castling,
/// coordinates, more than one candidate, mate) leaves it by calls to the plain rules of
/// movegen.hpp and san.hpp. Use by the pattern in isa.hpp; LaneReplay is the same for AVX-512.
template <class Sliders, Numbering numbering>
class Replay {
  public:
    static constexpr Numbering counted = numbering;

    /// Goes to the position that a game starts from.
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

    /// Plays a whole game from the start position; `digits` has room for one a token. False if a
    /// move is not legal or not spelled canonically: then nothing is known of the digits.
    [[nodiscard]] IGN_INLINE bool play_all(std::span<const SanToken> tokens, codec::Digit* digits) {
        for (const SanToken& token : tokens) {
            bool canonical = false;
            if (play(token, *digits++, canonical) != SanStatus::ok || !canonical) return false;
        }
        return true;
    }

    /// A game being played: play for each move, then finish. See LaneReplay::Run, for which it is
    /// so.
    class Run {
      public:
        struct Registers {};

        /// From where the replay stands. `digits` has room for one a move.
        Run(Replay& replay, codec::Digit* digits) : replay_(replay), digits_(digits) {}
        [[nodiscard]] Registers begin() const { return {}; }
        /// Plays the move number `ply`, from 0, of the side `us`. False as in play_all.
        template <Color us>
        [[nodiscard]] IGN_INLINE bool play(Registers&, const SanToken* token, std::size_t ply) {
            bool canonical = false;
            SanStatus status = replay_.template play_as<us>(*token, digits_[ply], canonical);
            return status == SanStatus::ok && canonical;
        }
        /// Plays the last of these moves, those before it having been played.
        [[nodiscard]] IGN_INLINE bool finish(Registers registers,
                                             std::span<const SanToken> tokens) {
            if (tokens.empty()) return true;
            std::size_t last = tokens.size() - 1;
            return replay_.position_.turn() == Color::white
                       ? play<Color::white>(registers, &tokens[last], last)
                       : play<Color::black>(registers, &tokens[last], last);
        }

      private:
        Replay& replay_;
        codec::Digit* digits_;
    };

    /// A `+` is right where it is no mate: the next move proves that, and of the last move this one
    /// does.
    [[nodiscard]] bool ends_canonically() const {
        return !ends_with_check_ || radix<Numbering::legal>(position_) != 0;
    }

  protected:
    Position position_;
    Bitboard checkers_;
    bool ends_with_check_ = false;  // and it is not known to be mate

  private:
    template <Color us>
    // NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity): kernel
    IGN_INLINE SanStatus play_as(const SanToken& token, codec::Digit& digit, bool& canonical) {
        SanMove move;
        SanStatus status = find_move<Sliders, us>(position_, token, move);
        if (status != SanStatus::ok) return status;
        Bitboard to(move.to);

        Reach<Sliders, numbering, us> reach(position_, checkers_);
        Census census = reach.census(move.from);
        Bitboard targets = reach.targets_from(move.from, move.type);
        // Captured en passant or not, what is taken stands on `gone`.
        Bitboard taken_ep =
            backward<us>(to & position_.ep() & squares_if(move.type == PieceType::pawn));
        Bitboard gone = (to & position_.pieces(!us)) | taken_ep;
        bool is_legal = numbering == Numbering::legal || move.castles
                            ? targets.has(move.to)
                            : is_safe_move<us>(move, gone);
        if (!is_legal) return SanStatus::illegal;
        digit = {census.before + place_among(targets, move.to, move.promotion), census.total};

        std::uint32_t form = canonical_form<Sliders, us>(position_, move, gone);
        if (move.castles) [[unlikely]] {
            position_.template apply_castling<us>(move.from, move.to);
        } else {
            PieceType placed =
                move.promotion == Promotion::none ? move.type : piece_of(move.promotion);
            position_.template apply<us>(move.type, move.from, move.to, placed);
        }
        checkers_ = checkers_of<Sliders, !us>(position_);
        ends_with_check_ = static_cast<bool>(checkers_);
        canonical = is_canonical(position_, token, form, ends_with_check_);
        return SanStatus::ok;
    }

    /// Does a move that is pseudo-legal and no castling leave the own king unattacked?
    template <Color us>
    [[nodiscard]] IGN_INLINE bool is_safe_move(const SanMove& move, Bitboard gone) const {
        Bitboard from(move.from);
        Bitboard occupied = (position_.occupied() & ~(from | gone)) | Bitboard(move.to);
        Square king = move.type == PieceType::king ? move.to : position_.king(us);
        return !(attackers<Sliders, !us>(position_, king, occupied) & ~gone);
    }
};

}  // namespace ign::chess
