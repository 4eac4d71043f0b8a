#pragma once

#include "ign/chess/lanes.hpp"
#include "ign/chess/move_lanes.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/playback.hpp"
#include "ign/chess/san_move.hpp"
#include "ign/codec/short_unfold.hpp"
#include "ign/game/resignation.hpp"

namespace ign::chess {

#if defined(__x86_64__)

/// Playback for the pseudo-legal numbering on processors with AVX-512, see move_lanes.hpp. After
/// each move the lanes of the other side are made, which tell whether it was legal (nothing takes
/// the king) and whether it gave check. Use by the pattern in isa.hpp, with IGN_TARGET_V4.
template <Spelling spelling>
class LanePlayback {
  public:
    using Digits = codec::ShortUnfold;

    IGN_TARGET_LANES inline void start(const Position& position, game::Resignation resignation) {
        position_ = position;
        resignations_ = resignation == game::Resignation::offered ? 1 : 0;
        board_ = LaneBoard(position_);
        static const Position standard = Position::standard();
        static const std::array<PieceLanes, 2> standard_lanes = PieceLanes::of(standard);
        lanes_ = position_ == standard ? standard_lanes : PieceLanes::of(position_);
        if (position.turn() == Color::white) {
            moves_.survey<Color::white>(lanes_, board_, position_);
        } else {
            moves_.survey<Color::black>(lanes_, board_, position_);
        }
    }

    [[nodiscard]] IGN_INLINE const Position& position() const { return position_; }

    /// As Playback::play, but that the position is none after an illegal move.
    IGN_TARGET_LANES inline NumberEnd play(Digits& number, SpelledMove& played) {
        return position_.turn() == Color::white ? play_as<Color::white>(number, played)
                                                : play_as<Color::black>(number, played);
    }

  private:
    template <Color us>
    // NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
    IGN_TARGET_LANES inline NumberEnd play_as(Digits& number, SpelledMove& played) {
        if (moves_.total == 0) [[unlikely]]
            return NumberEnd::no_move;
        std::uint32_t index = number.next(moves_.total + resignations_);
        if (index > moves_.total) [[unlikely]]
            return number.done() && has_legal_move(position_) ? NumberEnd::resigned
                                                              : NumberEnd::no_move;
        PieceLanes& ours = lanes_[static_cast<std::size_t>(us)];
        MoveLanes::Selected move =
            moves_.is_crowded ? select_crowded(index) : moves_.select<us>(ours, board_, index - 1);
        bool is_pawn = static_cast<bool>(move.from & board_.pawns);
        Bitboard if_pawn = squares_if(is_pawn);
        Bitboard taken_ep = backward<us>(move.to & position_.ep() & if_pawn);
        Bitboard gone = (move.to & board_.pieces(!us)) | taken_ep;
        bool castles = static_cast<bool>(board_.pieces(us) & move.to);
        played.move = {move.from.first(), move.to.first(), move.promotion};
        PieceType type =
            moves_.is_crowded ? position_.type_on(played.move.from) : ours.type[move.lane];
        if constexpr (spelling == Spelling::san) {
            played.castles = castles;
            played.type = type;
            auto captures = static_cast<std::uint32_t>(static_cast<bool>(gone));
            std::uint32_t form =
                captures * san_form::capture | (captures & is_pawn) * san_form::file;
            if (moves_.is_crowded) [[unlikely]] {
                form |= disambiguation(position_, type, played.move);
            } else if (std::uint32_t rivals = moves_.reaching(move.to) & ours.alike[move.lane])
                [[unlikely]] {
                form |= origin_form<PextSliders, us>(position_, ours.squares(rivals),
                                                     played.move.from, move.to);
            }
            played.form = static_cast<std::uint8_t>(form);
        }
        if (castles & !moves_.is_crowded) [[unlikely]] {
            position_.template apply_castling<us>(played.move.from, played.move.to);
            board_ = LaneBoard(position_);
            ours.castle(played.move.to, castling_targets(played.move.from, played.move.to),
                        board_.pieces(us));
        } else if (moves_.is_crowded | (move.promotion != Promotion::none)) [[unlikely]] {
            position_.play(played.move);
            board_ = LaneBoard(position_);
            lanes_ = PieceLanes::of(position_);
        } else {
            Lanes::move<us>(position_, type, move.from, move.to, taken_ep, position_);
            board_.move<us>(move.from, move.to, taken_ep, if_pawn);
            ours.move(move.lane, move.to, board_.pieces(us));
            lanes_[static_cast<std::size_t>(!us)].drop(move.to);
            Bitboard twice = forward<us>(move.from, 2) & move.to & if_pawn;
            position_.end_move_turn<us>(backward<us>(twice), !gone && !is_pawn);
        }
        moves_.survey<!us>(lanes_, board_, position_);
        if (moves_.takes_king) [[unlikely]]
            return NumberEnd::illegal_move;
        if constexpr (spelling == Spelling::san) {
            // Where the game goes on there is a legal move, or the number is none.
            bool is_mate = false;
            if (moves_.in_check & number.done()) [[unlikely]]
                is_mate = !has_legal_move(position_);
            played.form |= is_mate ? san_form::mate : moves_.in_check * san_form::check;
        }
        return NumberEnd::whole;
    }

    [[gnu::noinline]] MoveLanes::Selected select_crowded(std::uint32_t index) const {
        Move move = *select<Numbering::pseudo_legal>(position_, index);
        return {Bitboard(move.from), Bitboard(move.to), 0, move.promotion};
    }

    Position position_;
    LaneBoard board_;
    std::array<PieceLanes, 2> lanes_;  // by colour
    MoveLanes moves_;
    std::uint32_t resignations_ = 0;  // that the radix counts beside the moves
};

#endif

}  // namespace ign::chess
