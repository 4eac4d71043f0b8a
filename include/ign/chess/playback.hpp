#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ign/chess/movegen.hpp"
#include "ign/chess/places.hpp"
#include "ign/chess/san.hpp"
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
/// Use by the pattern in isa.hpp.
template <class Sliders, Numbering numbering, Spelling spelling>
class Playback {
  public:
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
            form |= origin_form<us>(rivals, from, Bitboard(to));
        }
        played.type = type;
        played.form = static_cast<std::uint8_t>(form);
    }

    /// What must be said of the origin: only those rivals count that may legally go to the target.
    template <Color us>
    [[nodiscard]] IGN_INLINE std::uint32_t origin_form(Bitboard rivals, Square from,
                                                       Bitboard to) const {
        Bitboard legal;
        Bitboard gone = to & position_.pieces(!us);
        while (rivals) {
            Bitboard rival(rivals.pop());
            if (is_unattacked<us>(position_.king(us), rival, to, gone)) legal |= rival;
        }
        if (!legal) return 0;
        if (!(legal & file_squares(file_of(from)))) return san_form::file;
        if (!(legal & rank_squares(rank_of(from)))) return san_form::rank;
        return san_form::file | san_form::rank;
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

/// May a visit of a position be followed by others?
enum class Visit : std::uint8_t { go_on, stop };

/// Plays numbers, one after another, for whoever wants to see the positions: no text is made and
/// nothing is allocated in the long run. Not thread-safe: one for each thread.
class NumberPlayer {
  public:
    /// Plays the game that `number` (little-endian, as in the column `ign`) stands for from its
    /// start position under the numbering, and calls
    ///
    ///     Visit visit(const Position& position, std::size_t plies)
    ///
    /// for the start position (plies = 0) and after every half-move, until it returns Visit::stop
    /// or the number is used up. The position is only valid during the call; `plies()` tells how
    /// many half-moves were played when it is over. Of a number that is no game, all positions
    /// before its fault have been visited: the fault is at ply plies() + 1.
    template <class Visitor>
    NumberEnd play(const Position& start, std::span<const std::byte> number, Numbering numbering,
                   Visitor&& visit, game::Resignation resignation = game::Resignation::none) {
        number_.start(number);
        bool is_legal = numbering == Numbering::legal;
        if (cpu_has_pext()) {
            return is_legal ? play_v3<Numbering::legal>(start, resignation, visit)
                            : play_v3<Numbering::pseudo_legal>(start, resignation, visit);
        }
        return is_legal ? play_any<Numbering::legal>(start, resignation, visit)
                        : play_any<Numbering::pseudo_legal>(start, resignation, visit);
    }

    [[nodiscard]] std::size_t plies() const { return plies_; }

  private:
    template <Numbering numbering, class Visitor>
    IGN_TARGET_V3 NumberEnd play_v3(const Position& start, game::Resignation resignation,
                                    Visitor& visit) {
        return play_with<PextSliders, numbering>(start, resignation, visit);
    }
    template <Numbering numbering, class Visitor>
    IGN_TARGET_ANY NumberEnd play_any(const Position& start, game::Resignation resignation,
                                      Visitor& visit) {
        return play_with<MagicSliders, numbering>(start, resignation, visit);
    }

    template <class Sliders, Numbering numbering, class Visitor>
    IGN_INLINE NumberEnd play_with(const Position& start, game::Resignation resignation,
                                   Visitor& visit) {
        Playback<Sliders, numbering, Spelling::no> playback;
        playback.start(start, resignation);
        plies_ = 0;
        while (visit(playback.position(), plies_) == Visit::go_on) {
            if (number_.done()) return NumberEnd::whole;
            SpelledMove played;
            NumberEnd end = playback.play(number_, played);
            if (end != NumberEnd::whole) return end;
            ++plies_;
        }
        return NumberEnd::stopped;
    }

    codec::Unfold number_;
    std::size_t plies_ = 0;
};

}  // namespace ign::chess
