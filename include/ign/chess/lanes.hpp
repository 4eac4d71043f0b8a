#pragma once

#include "ign/chess/reach.hpp"
#include "ign/codec/digit.hpp"

/// Moves counted eight directions at a time, in the lanes of AVX-512.
///
/// In one direction the squares that two sliders reach never overlap: a slider's way ends at the
/// next piece. So filling all sliders' ways at once, a lane for each direction, and counting bits
/// counts every slider's moves, without a loop over pieces and without tables. The king is a slider
/// that goes one step (its first square in a direction belongs to no slider behind it), knights
/// have a lane for each of their jumps, pawns one for each kind of move.
namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

/// Eight ways to go: in each lane, `step` rotates a set of squares the way, and `arrivals` are the
/// squares that are reached so without leaving the board.
struct alignas(64) Ways {
    std::array<std::uint64_t, 8> step;
    std::array<std::uint64_t, 8> twice;
    std::array<std::uint64_t, 8> four_times;
    std::array<Bitboard, 8> arrivals;
};

/// The ways of eight steps.
constexpr Ways ways(const std::array<Step, 8>& steps) {
    Ways result{};
    for (std::size_t i = 0; i < 8; ++i) {
        int squares = steps[i].rank * 8 + steps[i].file;
        result.step[i] = static_cast<std::uint64_t>(squares) & 63;
        result.twice[i] = static_cast<std::uint64_t>(2 * squares) & 63;
        result.four_times[i] = static_cast<std::uint64_t>(4 * squares) & 63;
        for (int at = 0; at < 64; ++at) {
            result.arrivals[i] |= steps_from(static_cast<Square>(at), std::array{steps[i]});
        }
    }
    return result;
}

/// Along files and ranks in the lanes 0 to 3, along diagonals in 4 to 7: up, up, down, down.
inline constexpr Ways line_ways =
    ways({{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}});
/// A lane for each jump of a knight.
inline constexpr Ways knight_ways = ways(knight_steps);

/// The ways of pawns: a step, two steps, captures toward the a-file and the h-file.
struct alignas(64) PawnWays {
    std::array<std::uint64_t, 8> step;
    std::array<std::uint64_t, 8> passed;  ///< from the goal back to a square that must be free too
    std::array<Bitboard, 8> arrivals;
};

/// The ways of pawns that go up by so many squares a rank: 8 for White, -8 for Black.
constexpr PawnWays pawn_ways(int up) {
    PawnWays ways{};
    int steps[] = {up, 2 * up, up - 1, up + 1};
    for (int i = 0; i < 4; ++i) ways.step[i] = static_cast<std::uint64_t>(steps[i]) & 63;
    ways.passed[1] = static_cast<std::uint64_t>(up) & 63;
    ways.arrivals = {all_squares, rank_squares(up > 0 ? 3 : 4), ~file_squares(7), ~file_squares(0)};
    return ways;
}
template <Color us>
inline constexpr PawnWays pawn_ways_of = pawn_ways(us == Color::white ? 8 : -8);

/// Where each type stands in the eight sets of a Position.
struct alignas(64) TypeSets {
    std::array<Bitboard, 8> placed;   ///< sets that get the piece on its new square
    std::array<Bitboard, 8> dropped;  ///< squares that leave a set beside those that are cleared
};

template <Color us>
constexpr std::array<TypeSets, 6> type_sets() {
    std::array<TypeSets, 6> result{};
    for (std::size_t type = 0; type < 6; ++type) {
        for (std::size_t i = 0; i < 4; ++i) result[type].placed[i] = piece_masks[type].planes[i];
        result[type].placed[4] = piece_masks[type].king;
        result[type].placed[5 + static_cast<std::size_t>(us)] = all_squares;
    }
    result[static_cast<std::size_t>(PieceType::king)].dropped[7] = rank_squares(home_rank(us));
    return result;
}
template <Color us>
inline constexpr std::array<TypeSets, 6> type_sets_of = type_sets<us>();

}  // namespace detail

/// What Lanes::tally does not count: the move itself, castling, and for each promotion counted
/// three more.
template <Color us>
[[nodiscard, gnu::noinline]] IGN_TARGET_LANES codec::Digit uncounted_moves(const Position& before,
                                                                           Bitboard from,
                                                                           Bitboard to,
                                                                           Promotion promotion) {
    codec::Digit uncounted{1, 0};
    Bitboard lower(from.bits - 1);
    Bitboard lower_goals(to.bits - 1);
    if (promotion != Promotion::none) uncounted.index = static_cast<std::uint32_t>(promotion);
    if (Bitboard castling = castling_moves<PextSliders, us>(before)) {
        // The king's moves onto own rooks, in place among those from its square.
        Bitboard king = before.kings() & before.pieces(us);
        uncounted.radix += castling.count();
        uncounted.index += (castling & squares_if(static_cast<bool>(king & lower))).count();
        uncounted.index += (castling & lower_goals & squares_if(king == from)).count();
    }
    constexpr Bitboard seventh = rank_squares(us == Color::white ? 6 : 1);
    if (Bitboard runners = before.pawns() & before.pieces(us) & seventh) {
        PawnMoves<us> moves(runners, ~before.occupied(), before.pieces(!us));
        uncounted.radix += 3 * moves.count();
        uncounted.index += 3 * moves.of(lower).count();
        uncounted.index += 3 * (moves.of(from).targets() & lower_goals).count();
    }
    return uncounted;
}

/// A Position's sets as vectors, each in all lanes but `sliders_`, which has the rooks and queens
/// in the lanes of files and ranks, the bishops and queens in those of diagonals. Lives in
/// registers.
class Lanes {
  public:
    /// One load a set, from where the position lies: cheaper than to permute a vector of all.
    IGN_TARGET_LANES explicit inline Lanes(const Position& position) {
        constexpr __mmask8 diagonals = 0xF0;
        pawns_ = spread(position.sets_[0]);
        knights_ = spread(position.sets_[1]);
        sliders_ =
            _mm512_mask_mov_epi64(spread(position.sets_[3]), diagonals, spread(position.sets_[2]));
        kings_ = spread(position.sets_[4]);
        white_ = spread(position.sets_[5]);
        black_ = spread(position.sets_[6]);
        empty_ = ~(white_ | black_);
        __m512i step = line_steps();
        pass1_ = empty_ & line_arrivals();
        pass2_ = pass1_ & rotate(pass1_, step);
        pass4_ = pass2_ & rotate(pass2_, double_steps());
    }

    /// Writes the sets after a move that is neither castling nor a promotion. `taken` is where a
    /// piece of the other side leaves the board but for `to`. Turn, en passant and counters are
    /// the caller's.
    template <Color us>
    IGN_TARGET_LANES inline static void move(const Position& before, PieceType type, Bitboard from,
                                             Bitboard to, Bitboard taken, Position& after) {
        const detail::TypeSets& moved = detail::type_sets_of<us>[static_cast<std::size_t>(type)];
        __m512i cleared = everywhere(from | to | taken) | _mm512_load_si512(&moved.dropped);
        __m512i arrived = everywhere(to) & _mm512_load_si512(&moved.placed);
        _mm512_store_si512(&after.sets_, (_mm512_load_si512(&before.sets_) & ~cleared) | arrived);
    }

    /// Is the king of the side `us` attacked?
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool in_check() const {
        return is_attacked<us>(kings_ & of<us>());
    }

    /// May the side `us` castle over these squares, from the king's to that it goes to? They are
    /// free but for the king, and none may be attacked. (Kings and rooks must have begun where they
    /// do in the standard position: then nothing new is attacked as they leave their squares.)
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool may_castle(Bitboard squares) const {
        return !is_attacked<us>(everywhere(squares));
    }

    /// The pseudo-legal moves of the side `us` but for castling, each promotion counted once: in
    /// each lane a Digit with those in front of the move in question as its index, all as its
    /// radix. What the digit is stands in the sum of the lanes.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline __m512i tally(const Bitboard& from, const Bitboard& to,
                                                        const Bitboard& ep) const;

  private:
    /// Does the other side of `us` attack one of the squares, the same in each lane?
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool is_attacked(__m512i squares) const {
        // A pawn attacks a square from the ways that a pawn of the other colour would go.
        constexpr __mmask8 pawn_lanes = us == Color::white ? 0x30 : 0xC0;
        __m512i near = rotate(squares, line_steps()) & line_arrivals();
        __m512i steppers = (near & kings_) | _mm512_maskz_and_epi64(pawn_lanes, near, pawns_) |
                           (rotate(squares, knight_steps()) & knight_arrivals() & knights_);
        __m512i attackers = ((reach(squares) & sliders_) | steppers) & of<!us>();
        return _mm512_test_epi64_mask(attackers, attackers) != 0;
    }
    template <Color color>
    [[nodiscard]] IGN_TARGET_LANES inline __m512i of() const {
        return color == Color::white ? white_ : black_;
    }
    /// From memory into all lanes. GCC would take the set from a general register that happens to
    /// hold it, which is slower, and would move whole expressions there.
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i spread(const Bitboard& squares) {
        __m512i lanes;
        asm("vpbroadcastq %1, %0" : "=v"(lanes) : "m"(squares));
        return lanes;
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i everywhere(Bitboard squares) {
        return _mm512_set1_epi64(static_cast<long long>(squares.bits));
    }
    /// Not _mm512_rolv_epi64, of whose undefined operand GCC warns.
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i rotate(__m512i squares, __m512i steps) {
        return _mm512_maskz_rolv_epi64(0xFF, squares, steps);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i line_steps() {
        return _mm512_load_si512(&detail::line_ways.step);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i double_steps() {
        return _mm512_load_si512(&detail::line_ways.twice);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i fourfold_steps() {
        return _mm512_load_si512(&detail::line_ways.four_times);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i line_arrivals() {
        return _mm512_load_si512(&detail::line_ways.arrivals);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i knight_steps() {
        return _mm512_load_si512(&detail::knight_ways.step);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i knight_arrivals() {
        return _mm512_load_si512(&detail::knight_ways.arrivals);
    }

    /// The squares that sliders pass over or stand on, in each direction up to the next piece.
    [[nodiscard]] IGN_TARGET_LANES inline __m512i fill(__m512i sliders) const {
        __m512i step = line_steps();
        __m512i filled = sliders;
        filled |= pass1_ & rotate(filled, step);
        filled |= pass2_ & rotate(filled, double_steps());
        filled |= pass4_ & rotate(filled, fourfold_steps());
        return filled;
    }
    /// Where they come to, up to and with the first piece in the way.
    [[nodiscard]] IGN_TARGET_LANES inline __m512i reach(__m512i sliders) const {
        return rotate(fill(sliders), line_steps()) & line_arrivals();
    }
    [[nodiscard]] IGN_TARGET_LANES inline __m512i reach(__m512i sliders, __m512i king) const {
        return rotate(fill(sliders) | king, line_steps()) & line_arrivals();
    }

    __m512i pawns_;
    __m512i knights_;
    __m512i sliders_;
    __m512i kings_;
    __m512i white_;
    __m512i black_;
    __m512i empty_;
    // Where a piece may pass one, two or four squares on, counted at the last of them.
    __m512i pass1_;
    __m512i pass2_;
    __m512i pass4_;
};

template <Color us>
// NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
IGN_TARGET_LANES inline __m512i Lanes::tally(const Bitboard& from, const Bitboard& to,
                                             const Bitboard& ep) const {
    const __m512i minus_one = _mm512_set1_epi64(-1);
    __m512i mover = spread(from);
    // Not by the operator, which is signed: lanes wrap.
    __m512i lower = _mm512_add_epi64(mover, minus_one);  // pieces before the moving one
    __m512i lower_goals = _mm512_add_epi64(spread(to), minus_one);
    __m512i own = of<us>();

    __m512i sliders = sliders_ & own;
    __m512i king = kings_ & own;
    __m512i all = _mm512_popcnt_epi64(reach(sliders, king) & ~own);
    __m512i front =
        _mm512_popcnt_epi64((reach(sliders & lower, king & lower) & ~own) |
                            (reach(sliders & mover, king & mover) & ~own & lower_goals));

    __m512i jump = knight_steps();
    __m512i landing = knight_arrivals() & ~own;
    __m512i knights = knights_ & own;
    all += _mm512_popcnt_epi64(rotate(knights, jump) & landing);
    front += _mm512_popcnt_epi64((rotate(knights & lower, jump) & landing) |
                                 (rotate(knights & mover, jump) & landing & lower_goals));

    const detail::PawnWays& ways = detail::pawn_ways_of<us>;
    constexpr __mmask8 captures = 0x0C;
    __m512i walk = _mm512_load_si512(&ways.step);
    __m512i goals = empty_ & rotate(empty_, _mm512_load_si512(&ways.passed));
    goals = _mm512_mask_mov_epi64(goals, captures, of<!us>() | spread(ep)) &
            _mm512_load_si512(&ways.arrivals);
    __m512i pawns = pawns_ & own;
    all += _mm512_popcnt_epi64(rotate(pawns, walk) & goals);
    front += _mm512_popcnt_epi64((rotate(pawns & lower, walk) & goals) |
                                 (rotate(pawns & mover, walk) & goals & lower_goals));
    return front + _mm512_maskz_slli_epi64(0xFF, all, 32);
}

#endif

}  // namespace ign::chess
