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
    std::array<Bitboard, 8> arrivals;
};

/// The ways of eight steps.
constexpr Ways ways(const std::array<Step, 8>& steps) {
    Ways result{};
    for (std::size_t i = 0; i < 8; ++i) {
        result.step[i] = static_cast<std::uint64_t>(steps[i].rank * 8 + steps[i].file) & 63;
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

/// A Position's sets as vectors, each in all lanes but `sliders_`, which has the rooks and queens
/// in the lanes of files and ranks, the bishops and queens in those of diagonals. Lives in
/// registers.
class Lanes {
  public:
    Lanes() = default;
    IGN_TARGET_LANES explicit inline Lanes(const Position& position)
        : Lanes(_mm512_load_si512(&position.sets_)) {}

    /// The same after a move that is not castling. `taken` are the squares where a piece of the
    /// other side leaves the board.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline static Lanes after(const Position& position,
                                                             PieceType type, PieceType placed,
                                                             Bitboard from, Bitboard to,
                                                             Bitboard taken) {
        const detail::TypeSets& moved = detail::type_sets_of<us>[static_cast<std::size_t>(type)];
        const detail::TypeSets& stands = detail::type_sets_of<us>[static_cast<std::size_t>(placed)];
        __m512i cleared = everywhere(from | to | taken) | _mm512_load_si512(&moved.dropped);
        __m512i arrived = everywhere(to) & _mm512_load_si512(&stands.placed);
        return Lanes((_mm512_load_si512(&position.sets_) & ~cleared) | arrived);
    }

    /// Writes the sets back; turn, en passant and counters are the caller's.
    IGN_TARGET_LANES inline void store(Position& position) const {
        _mm512_store_si512(&position.sets_, sets_);
    }

    /// Is the king of the side `us` attacked?
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline bool in_check() const {
        // A pawn attacks the king from the ways it would go itself.
        constexpr __mmask8 pawn_lanes = us == Color::white ? 0x30 : 0xC0;
        __m512i king = kings_ & of<us>();
        __m512i near = rotate(king, line_steps()) & line_arrivals();
        __m512i steppers = (near & kings_) | _mm512_maskz_and_epi64(pawn_lanes, near, pawns_) |
                           (rotate(king, knight_steps()) & knight_arrivals() & knights_);
        __m512i attackers = ((reach(king) & sliders_) | steppers) & of<!us>();
        return _mm512_test_epi64_mask(attackers, attackers) != 0;
    }

    /// The digit of a pseudo-legal move of the side `us`; `castling` are the rooks that its king
    /// may castle with.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline codec::Digit digit(const Position& position,
                                                             Bitboard castling, Square from,
                                                             Square to, Promotion promotion) const;

  private:
    IGN_TARGET_LANES explicit inline Lanes(__m512i sets) : sets_(sets) {
        pawns_ = set<0, 0>();
        knights_ = set<1, 1>();
        sliders_ = set<3, 2>();
        kings_ = set<4, 4>();
        white_ = set<5, 5>();
        black_ = set<6, 6>();
        empty_ = ~(white_ | black_);
        __m512i step = line_steps();
        pass1_ = empty_ & line_arrivals();
        pass2_ = pass1_ & rotate(pass1_, step);
        pass4_ = pass2_ & rotate(pass2_, _mm512_maskz_slli_epi64(0xFF, step, 1));
    }

    /// One of the eight sets in the lower lanes, one in the upper.
    template <int lower, int upper>
    [[nodiscard]] IGN_TARGET_LANES inline __m512i set() const {
        return _mm512_maskz_permutexvar_epi64(
            0xFF, _mm512_setr_epi64(lower, lower, lower, lower, upper, upper, upper, upper), sets_);
    }
    template <Color color>
    [[nodiscard]] IGN_TARGET_LANES inline __m512i of() const {
        return color == Color::white ? white_ : black_;
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
        filled |= pass2_ & rotate(filled, _mm512_maskz_slli_epi64(0xFF, step, 1));
        filled |= pass4_ & rotate(filled, _mm512_maskz_slli_epi64(0xFF, step, 2));
        return filled;
    }
    /// Where they come to, up to and with the first piece in the way.
    [[nodiscard]] IGN_TARGET_LANES inline __m512i reach(__m512i sliders) const {
        return rotate(fill(sliders), line_steps()) & line_arrivals();
    }
    [[nodiscard]] IGN_TARGET_LANES inline __m512i reach(__m512i sliders, __m512i king) const {
        return rotate(fill(sliders) | king, line_steps()) & line_arrivals();
    }

    /// Moves counted in each lane: all of them, and those in front of the move in question.
    struct Tally {
        __m512i total;
        __m512i front;

        IGN_TARGET_LANES inline Tally()
            : total(_mm512_setzero_si512()), front(_mm512_setzero_si512()) {}
        /// `before` are moves of pieces on lower squares, `same` those of its own to lower goals.
        IGN_TARGET_LANES inline void add(__m512i all, __m512i before, __m512i same) {
            total += _mm512_popcnt_epi64(all);
            front += _mm512_popcnt_epi64(before | same);
        }
        /// Those in front, and all. One sum for both: neither reaches 2^32.
        [[nodiscard]] IGN_TARGET_LANES inline codec::Digit sums() const {
            __m512i both = total + _mm512_maskz_slli_epi64(0xFF, front, 32);
            __m256i half = __builtin_shufflevector(both, both, 0, 1, 2, 3) +
                           __builtin_shufflevector(both, both, 4, 5, 6, 7);
            __m128i quarter = _mm256_castsi256_si128(half) + _mm256_extracti128_si256(half, 1);
            auto sum = static_cast<std::uint64_t>(quarter[0] + quarter[1]);
            return {static_cast<std::uint32_t>(sum >> 32), static_cast<std::uint32_t>(sum)};
        }
    };

    __m512i sets_;
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
IGN_TARGET_LANES inline codec::Digit Lanes::digit(const Position& position, Bitboard castling,
                                                  Square from, Square to,
                                                  Promotion promotion) const {
    __m512i mover = everywhere(Bitboard(from));
    __m512i lower = everywhere(below(from));  // pieces that come before the moving one
    __m512i lower_goals = everywhere(below(to));
    __m512i own = of<us>();

    __m512i sliders = sliders_ & own;
    __m512i king = kings_ & own;
    Tally tally;
    tally.add(reach(sliders, king) & ~own, reach(sliders & lower, king & lower) & ~own,
              reach(sliders & mover, king & mover) & ~own & lower_goals);

    __m512i jump = knight_steps();
    __m512i landing = knight_arrivals() & ~own;
    __m512i knights = knights_ & own;
    tally.add(rotate(knights, jump) & landing, rotate(knights & lower, jump) & landing,
              rotate(knights & mover, jump) & landing & lower_goals);

    const detail::PawnWays& ways = detail::pawn_ways_of<us>;
    __m512i walk = _mm512_load_si512(&ways.step);
    __m512i victims = of<!us>() | everywhere(position.ep());
    __m512i goals = empty_ & rotate(empty_, _mm512_load_si512(&ways.passed));
    goals = _mm512_mask_mov_epi64(goals, 0x0C, victims) & _mm512_load_si512(&ways.arrivals);
    __m512i pawns = pawns_ & own;
    tally.add(rotate(pawns, walk) & goals, rotate(pawns & lower, walk) & goals,
              rotate(pawns & mover, walk) & goals & lower_goals);

    auto [place, radix] = tally.sums();
    if (castling) [[unlikely]] {
        // The king's moves onto own rooks, in place among those from its square.
        Square king_square = position.king(us);
        radix += castling.count();
        place += (castling & squares_if(king_square < from)).count();
        place += (castling & below(to) & squares_if(king_square == from)).count();
    }
    constexpr Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);
    Bitboard runners = position.pawns() & position.pieces(us) & promoting;
    if (runners) [[unlikely]] {
        // A promotion is four moves: three more for each counted above.
        Bitboard free = ~position.occupied();
        Bitboard taken = position.pieces(!us);
        auto three_more = [&](Bitboard origins, Bitboard among) {
            Bitboard step = forward<us>(origins) & free & among;
            Bitboard a_side = forward<us>(origins & ~file_squares(0)) >> 1 & taken & among;
            Bitboard h_side = forward<us>(origins & ~file_squares(7)) << 1 & taken & among;
            return 3 * (step.count() + a_side.count() + h_side.count());
        };
        radix += three_more(runners, all_squares);
        place += three_more(runners & below(from), all_squares);
        place += three_more(runners & Bitboard(from), below(to));
    }
    place += promotion == Promotion::none ? 1 : static_cast<std::uint32_t>(promotion);
    return {place, radix};
}

#endif

}  // namespace ign::chess
