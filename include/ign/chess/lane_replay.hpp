#pragma once

#include <span>

#include "ign/chess/lanes.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/san_move.hpp"

namespace ign::chess {

#if defined(__x86_64__)

/// Replay for the pseudo-legal numbering on processors with AVX-512: the same results by sets of
/// pieces instead of single pieces, see lanes.hpp. Use by the pattern in isa.hpp, with
/// IGN_TARGET_V4.
class LaneReplay {
  public:
    static constexpr Numbering counted = Numbering::pseudo_legal;

    /// Goes to the position that a game starts from.
    IGN_INLINE void start(const Position& position) {
        position_ = position;
        ends_with_check_ = false;
    }

    [[nodiscard]] IGN_INLINE const Position& position() const { return position_; }

    /// As Replay::play.
    IGN_TARGET_LANES inline SanStatus play(const SanToken& token, codec::Digit& digit,
                                           bool& canonical) {
        Lanes lanes(position_);
        return position_.turn() == Color::white
                   ? play_as<Color::white>(lanes, token, digit, canonical)
                   : play_as<Color::black>(lanes, token, digit, canonical);
    }

    /// As Replay::play_all.
    [[nodiscard]] IGN_TARGET_LANES inline bool play_all(std::span<const SanToken> tokens,
                                                        codec::Digit* digits) {
        Lanes lanes(position_);
        const SanToken* token = tokens.data();
        const SanToken* end = token + tokens.size();
        bool canonical = true;
        if (position_.turn() == Color::black && token != end) {
            if (play_as<Color::black>(lanes, *token++, *digits++, canonical) != SanStatus::ok)
                return false;
        }
        while (token != end && canonical) {
            if (play_as<Color::white>(lanes, *token++, *digits++, canonical) != SanStatus::ok)
                return false;
            if (token == end || !canonical) break;
            if (play_as<Color::black>(lanes, *token++, *digits++, canonical) != SanStatus::ok)
                return false;
        }
        return canonical;
    }

    /// As Replay::ends_canonically.
    [[nodiscard]] bool ends_canonically() const {
        return !ends_with_check_ || radix<Numbering::legal>(position_) != 0;
    }

  private:
    /// `lanes` are those of the position, before and after.
    template <Color us>
    // NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
    IGN_TARGET_LANES inline SanStatus play_as(Lanes& lanes, const SanToken& token,
                                              codec::Digit& digit, bool& canonical) {
        SanMove move;
        SanStatus status = find_move<PextSliders, us>(position_, token, move);
        if (status != SanStatus::ok) return status;
        Bitboard from(move.from);
        Bitboard to(move.to);
        bool is_pawn = move.type == PieceType::pawn;
        Bitboard taken_ep = backward<us>(to & position_.ep() & squares_if(is_pawn));
        Bitboard gone = (to & position_.pieces(!us)) | taken_ep;
        std::uint32_t form = canonical_form<PextSliders, us>(position_, move, gone);
        Bitboard castling = castling_moves<PextSliders, us>(position_);

        if (move.castles) [[unlikely]] {
            if (!castling.has(move.to)) return SanStatus::illegal;
            digit = lanes.digit<us>(position_, castling, move.from, move.to, move.promotion);
            position_.apply_castling<us>(move.from, move.to);
            lanes = Lanes(position_);
        } else {
            PieceType placed =
                move.promotion == Promotion::none ? move.type : piece_of(move.promotion);
            Lanes next = Lanes::after<us>(position_, move.type, placed, from, to, taken_ep);
            if (next.in_check<us>()) return SanStatus::illegal;
            digit = lanes.digit<us>(position_, castling, move.from, move.to, move.promotion);
            lanes = next;
            lanes.store(position_);
            Bitboard twice = forward<us>(from, 2) & to & squares_if(is_pawn);
            position_.end_lane_turn<us>(backward<us>(twice));
        }
        ends_with_check_ = lanes.in_check<!us>();
        canonical = is_canonical(position_, token, form, ends_with_check_);
        return SanStatus::ok;
    }

    Position position_;
    bool ends_with_check_ = false;  // and it is not known to be mate
};

#endif

}  // namespace ign::chess
