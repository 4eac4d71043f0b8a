#pragma once

#include "ign/chess/move_lanes.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/playback.hpp"
#include "ign/chess/san_move.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/game/resignation.hpp"

namespace ign::chess {

#if defined(__x86_64__)

/// Playback for the pseudo-legal numbering on processors with AVX-512, see move_lanes.hpp. After
/// each move the lanes of the other side are made, which tell whether it was legal (nothing takes
/// the king) and whether it gave check. Use by the pattern in isa.hpp, with IGN_TARGET_V4.
template <Spelling spelling>
class LanePlayback {
  public:
    IGN_TARGET_LANES inline void start(const Position& position, game::Resignation resignation) {
        position_ = position;
        board_ = LaneBoard(position_);
        resignations_ = resignation == game::Resignation::offered ? 1 : 0;
        if (position.turn() == Color::white) {
            lanes_.survey<Color::white>(board_, position_);
        } else {
            lanes_.survey<Color::black>(board_, position_);
        }
    }

    [[nodiscard]] IGN_INLINE const Position& position() const { return position_; }

    /// As Playback::play, but that the position is none after an illegal move.
    template <class Number>
    IGN_TARGET_LANES inline NumberEnd play(Number& number, SpelledMove& played) {
        return position_.turn() == Color::white ? play_as<Color::white>(number, played)
                                                : play_as<Color::black>(number, played);
    }

  private:
    template <Color us, class Number>
    // NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
    IGN_TARGET_LANES inline NumberEnd play_as(Number& number, SpelledMove& played) {
        if (lanes_.total == 0) [[unlikely]]
            return NumberEnd::no_move;
        std::uint32_t index = number.next(lanes_.total + resignations_);
        if (index > lanes_.total) [[unlikely]]
            return number.done() && has_legal_move(position_) ? NumberEnd::resigned
                                                              : NumberEnd::no_move;
        MoveLanes::Selected move =
            lanes_.is_crowded ? select_crowded(index) : lanes_.select<us>(board_, index - 1);
        bool is_pawn = !(move.from & lanes_.pieces);
        Bitboard if_pawn = squares_if(is_pawn);
        Bitboard taken_ep = backward<us>(move.to & position_.ep() & if_pawn);
        Bitboard gone = (move.to & board_.pieces(!us)) | taken_ep;
        bool castles = static_cast<bool>(lanes_.own & move.to);
        played.move = {move.from.first(), move.to.first(), move.promotion};
        if constexpr (spelling == Spelling::san) {
            played.castles = castles;
            played.type = board_.type_on(move.from);
            Bitboard rivals = lanes_.reaching(move.to) & position_.pieces(played.type) & ~move.from;
            auto captures = static_cast<std::uint32_t>(static_cast<bool>(gone));
            std::uint32_t form =
                captures * san_form::capture | (captures & is_pawn) * san_form::file;
            if (lanes_.is_crowded) [[unlikely]] {
                form |= disambiguation(position_, played.type, played.move);
            } else if (rivals) [[unlikely]] {
                form |= origin_form<PextSliders, us>(position_, rivals, played.move.from, move.to);
            }
            played.form = static_cast<std::uint8_t>(form);
        }
        if (castles) [[unlikely]] {
            position_.template apply_castling<us>(played.move.from, played.move.to);
            board_ = LaneBoard(position_);
        } else if (move.promotion != Promotion::none) [[unlikely]] {
            position_.template apply<us>(PieceType::pawn, played.move.from, played.move.to,
                                         piece_of(move.promotion));
            board_ = LaneBoard(position_);
        } else {
            board_.move<us>(position_, move.from, move.to, taken_ep, if_pawn);
            Bitboard twice = forward<us>(move.from, 2) & move.to & if_pawn;
            position_.end_move_turn<us>(backward<us>(twice), !gone && !is_pawn);
        }
        lanes_.survey<!us>(board_, position_);
        if (lanes_.takes_king) [[unlikely]]
            return NumberEnd::illegal_move;
        if constexpr (spelling == Spelling::san) {
            if (lanes_.in_check) [[unlikely]] {
                bool is_mate = number.done() && !has_legal_move(position_);
                played.form |= is_mate ? san_form::mate : san_form::check;
            }
        }
        return NumberEnd::whole;
    }

    [[gnu::noinline]] MoveLanes::Selected select_crowded(std::uint32_t index) const {
        Move move = *select<Numbering::pseudo_legal>(position_, index);
        return {Bitboard(move.from), Bitboard(move.to), move.promotion};
    }

    Position position_;
    LaneBoard board_;
    MoveLanes lanes_;
    std::uint32_t resignations_ = 0;  // that the radix counts beside the moves
};

#endif

}  // namespace ign::chess
