#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ign/chess/movegen.hpp"
#include "ign/chess/places.hpp"
#include "ign/chess/san_move.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/game/resignation.hpp"

namespace ign::chess {

/// How the game of a number ends.
enum class NumberEnd : std::uint8_t {
    whole,         ///< every digit is played
    resigned,      ///< the same, and the last is a resignation
    stopped,       ///< the visitor has had enough
    no_move,       ///< a digit is left and no move is possible: the number is no game
    illegal_move,  ///< a digit means an illegal move: the number is no game
};

/// Does the caller of Playback want more of SpelledMove than the move?
enum class Spelling : std::uint8_t { no, san };

/// Plays a game from its number: the inverse of Replay, and of its build. Every ply takes the same
/// straight way: count the moves, take the digit, select the move, check that it is legal, play it.
/// Use by the pattern in isa.hpp; LanePlayback is the same for AVX-512.
template <class Sliders, Numbering numbering, Spelling spelling>
class Playback {
  public:
    /// What takes the number apart: made from an Unfold.
    using Digits = codec::Unfold&;

    /// Goes to the position that a game starts from; with resignations, each radix is one more.
    IGN_INLINE void start(const Position& position, game::Resignation resignation) {
        position_ = position;
        resignations_ = resignation == game::Resignation::offered ? 1 : 0;
        checkers_ = numbering == Numbering::legal ? checkers(position) : no_squares;
    }

    [[nodiscard]] IGN_INLINE const Position& position() const { return position_; }

    /// Plays the next move of a number that is not done. If the result is not `whole`, no move has
    /// been played and `played` tells nothing.
    IGN_INLINE NumberEnd play(codec::Unfold& number, SpelledMove& played) {
        return position_.turn() == Color::white ? play_as<Color::white>(number, played)
                                                : play_as<Color::black>(number, played);
    }

  private:
    template <Color us>
    IGN_INLINE NumberEnd play_as(codec::Unfold& number, SpelledMove& played) {
        Places<Sliders, numbering, us> places(position_, checkers_);
        if (places.total() == 0) [[unlikely]]
            return NumberEnd::no_move;
        std::uint32_t index = number.next(places.total() + resignations_);
        if (index > places.total()) [[unlikely]]
            return resign(number);
        Move move = places.select(index);
        Bitboard from_bit(move.from);
        Bitboard to_bit(move.to);
        bool is_pawn = position_.pawns().has(move.from);
        Bitboard taken_ep = backward<us>(to_bit & position_.ep() & squares_if(is_pawn));
        Bitboard gone = (to_bit & position_.pieces(!us)) | taken_ep;
        bool castles = position_.pieces(us).has(move.to);
        if constexpr (numbering == Numbering::pseudo_legal) {
            Square king = position_.kings().has(move.from) ? move.to : position_.king(us);
            bool is_legal = castles || is_unattacked<us>(king, from_bit, to_bit, gone);
            if (!is_legal) [[unlikely]]
                return NumberEnd::illegal_move;
        }
        played.move = move;
        if constexpr (spelling == Spelling::san) {
            played.castles = castles;
            spell_body<us>(played, static_cast<bool>(gone));
        }
        if (castles) [[unlikely]] {
            position_.template apply_castling<us>(move.from, move.to);
        } else if (move.promotion != Promotion::none) [[unlikely]] {
            position_.template apply<us>(PieceType::pawn, move.from, move.to,
                                         piece_of(move.promotion));
        } else {
            position_.template apply<us>(move.from, move.to);
        }
        if constexpr (numbering == Numbering::legal || spelling == Spelling::san) {
            checkers_ = checkers_of<Sliders, !us>(position_);
        }
        if constexpr (spelling == Spelling::san) {
            if (checkers_) [[unlikely]] {
                // Where the game goes on there is a legal move, or the number is none.
                bool is_mate = number.done() && !has_legal_move(position_);
                played.form |= is_mate ? san_form::mate : san_form::check;
            }
        }
        return NumberEnd::whole;
    }

    /// The resignation is the last index of every position that is not over, and ends the game.
    [[nodiscard]] NumberEnd resign(const codec::Unfold& number) const {
        return number.done() && has_legal_move(position_) ? NumberEnd::resigned
                                                          : NumberEnd::no_move;
    }

    /// Is the own king, on its square after a move that is no castling, safe there?
    template <Color us>
    [[nodiscard]] IGN_INLINE bool is_unattacked(Square king, Bitboard from, Bitboard to,
                                                Bitboard gone) const {
        Bitboard occupied = (position_.occupied() & ~(from | gone)) | to;
        return !(attackers<Sliders, !us>(position_, king, occupied) & ~gone);
    }

    template <Color us>
    IGN_INLINE void spell_body(SpelledMove& played, bool captures) const {
        Square from = played.move.from;
        Square to = played.move.to;
        PieceType type = type_of(position_, from);
        const detail::PieceMasks& masks = detail::piece_masks[static_cast<int>(type)];
        Bitboard occupied = position_.occupied();
        Bitboard reached = (Sliders::bishop(to, occupied) & masks.diagonal()) |
                           (Sliders::rook(to, occupied) & masks.orthogonal()) |
                           (knight_attacks[index(to)] & masks.knight());
        Bitboard rivals = reached & position_.pieces(type) & position_.pieces(us) & ~Bitboard(from);
        bool is_pawn = type == PieceType::pawn;
        std::uint32_t form = static_cast<std::uint32_t>(captures) * san_form::capture |
                             static_cast<std::uint32_t>(captures && is_pawn) * san_form::file;
        if (rivals) [[unlikely]] {
            form |= origin_form<Sliders, us>(position_, rivals, from, Bitboard(to));
        }
        played.type = type;
        played.form = static_cast<std::uint8_t>(form);
    }

    /// As Position::type_on, without a branch.
    [[nodiscard]] IGN_INLINE static PieceType type_of(const Position& position, Square square) {
        auto bit = [square](Bitboard plane) __attribute__((always_inline)) {
            return static_cast<std::size_t>(plane.has(square));
        };
        std::size_t planes = bit(position.knights()) | bit(position.diagonal_sliders()) << 1 |
                             bit(position.orthogonal_sliders()) << 2 | bit(position.kings()) << 3;
        constexpr std::array<PieceType, 9> types = {
            PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::pawn, PieceType::rook,
            PieceType::pawn, PieceType::queen,  PieceType::pawn,   PieceType::king};
        return types[planes];
    }

    Position position_;
    Bitboard checkers_;
    std::uint32_t resignations_ = 0;  // that the radix counts beside the moves
};

}  // namespace ign::chess
