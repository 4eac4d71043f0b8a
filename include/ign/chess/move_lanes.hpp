#pragma once

#include <cstring>

#include "ign/chess/ordinal.hpp"
#include "ign/chess/pawn_moves.hpp"
#include "ign/chess/piece_lanes.hpp"
#include "ign/chess/places.hpp"
#include "ign/chess/reach.hpp"

/// The moves of a side as sets, a lane of AVX-512 for each of its pieces, so that a place gives its
/// move: what decoding asks of a position, without a loop over pieces and without tables of slides.
///
/// In each lane what stands in the way on the lines through the piece (piece_lanes.hpp) is found by
/// subtraction and counting of leading zeros. Pawns stay sets of origins (pawn_moves.hpp), of which
/// bytes are counted.
namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

/// What lanes are combined with. Each is read from memory: of constants that it knows GCC would
/// build every one anew in a general register and move it over.
struct LaneConstants {
    std::uint64_t one;
    std::uint64_t top;
    std::uint64_t each_byte;
};
extern const LaneConstants lane_constants;

[[nodiscard]] IGN_TARGET_LANES inline __m512i everywhere(std::uint64_t bits) {
    return _mm512_set1_epi64(static_cast<long long>(bits));
}

}  // namespace detail

/// The sets of a position that the next move is found with, in registers.
struct LaneBoard {
    std::array<Bitboard, 2> colors;
    Bitboard pawns;

    LaneBoard() = default;
    IGN_INLINE explicit LaneBoard(const Position& position)
        : colors{position.pieces(Color::white), position.pieces(Color::black)},
          pawns(position.pawns()) {}

    [[nodiscard]] IGN_INLINE Bitboard pieces(Color color) const {
        return colors[static_cast<std::size_t>(color)];
    }

    /// Moves a piece that neither castles nor promotes; `taken` are the squares where a piece of
    /// the other side leaves the board but for `to`.
    template <Color us>
    IGN_INLINE void move(Bitboard from, Bitboard to, Bitboard taken, Bitboard if_pawn) {
        Bitboard& own = colors[static_cast<std::size_t>(us)];
        Bitboard& them = colors[static_cast<std::size_t>(!us)];
        own = own ^ from ^ to;
        them &= ~(to | taken);
        pawns = (pawns & ~(from | to | taken)) | (to & if_pawn);
    }
};

/// What may be played in a position in the pseudo-legal numbering, and what its moves tell of it.
struct MoveLanes {
    /// For each lane of PieceLanes where the piece can go; nowhere for that of pawns.
    alignas(64) std::array<std::uint64_t, PieceLanes::pawn_lane + 1> targets{};
    /// Bytes: 8 zeros, then for each piece and pawn of PieceLanes::own, by square, its moves and
    /// all before.
    std::array<std::uint64_t, 3> sums;
    Bitboard single;
    Bitboard twice;
    Bitboard a_captures;
    Bitboard h_captures;
    std::uint32_t total;
    bool in_check;
    bool takes_king;  ///< the move before was illegal
    /// Too many pieces for the lanes or moves for the sums: then `targets` and `sums` mean nothing.
    bool is_crowded;

    static constexpr std::uint32_t most_moves = 127;

    /// Looks at the position, `us` being to move.
    template <Color us>
    IGN_TARGET_LANES inline void survey(const std::array<PieceLanes, 2>& lanes,
                                        const LaneBoard& board, const Position& position);

    struct Selected {
        Bitboard from;
        Bitboard to;
        std::uint32_t lane;
        Promotion promotion;
    };
    /// The move of the side `us` with so many before it.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline Selected select(const PieceLanes& lanes,
                                                          const LaneBoard& board,
                                                          std::uint32_t place) const;

    /// The lanes of pieces that can go to the square, a bit for each.
    [[nodiscard]] IGN_TARGET_LANES inline std::uint32_t reaching(Bitboard to) const {
        return _mm512_test_epi64_mask(_mm512_load_si512(targets.data()), everywhere(to));
    }

  private:
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i everywhere(std::uint64_t bits) {
        return detail::everywhere(bits);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i everywhere(Bitboard squares) {
        return detail::everywhere(squares.bits);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i row(const PieceLanes::Row& of) {
        return _mm512_load_si512(of.data());
    }
    [[nodiscard]] IGN_TARGET_LANES static inline Bitboard first(__m512i sets) {
        return Bitboard(static_cast<std::uint64_t>(_mm_cvtsi128_si64(lowest(sets))));
    }
    /// Not _mm512_castsi512_si128, of whose undefined operand GCC warns.
    [[nodiscard]] IGN_TARGET_LANES static inline __m128i lowest(__m512i sets) {
        return __builtin_shufflevector(sets, sets, 0, 1);
    }
    /// (a | b) & c
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i either_and(__m512i a, __m512i b,
                                                                    __m512i c) {
        return _mm512_ternarylogic_epi64(a, b, c, 0xA8);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i any_of(__m512i a, __m512i b, __m512i c) {
        return _mm512_ternarylogic_epi64(a, b, c, 0xFE);
    }
    /// The squares of a line from the blocker under the piece to the one over it, both included:
    /// those that change when the lower one is taken away from all upper ones. It may stand on a1
    /// though the line does not go there. (Not by the operator, which is signed: lanes wrap.)
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i reach(__m512i line, __m512i under,
                                                               __m512i over) {
        const detail::LaneConstants& with = detail::lane_constants;
        __m512i lower = _mm512_ternarylogic_epi64(under, line, everywhere(with.one), 0xEA);
        __m512i upper = over & line;
        __m512i next = _mm512_maskz_srlv_epi64(0xFF, everywhere(with.top),
                                               _mm512_maskz_lzcnt_epi64(0xFF, lower));
        return _mm512_ternarylogic_epi64(upper, _mm512_sub_epi64(upper, next), line, 0x28);
    }
};

template <Color us>
// NOLINTNEXTLINE(readability-function-size): a hot kernel, one straight way
IGN_TARGET_LANES inline void MoveLanes::survey(const std::array<PieceLanes, 2>& lanes,
                                               const LaneBoard& board, const Position& position) {
    const detail::LaneConstants& with = detail::lane_constants;
    const PieceLanes& ours = lanes[static_cast<std::size_t>(us)];
    Bitboard own = board.pieces(us);
    Bitboard them = board.pieces(!us);
    Bitboard occupied = own | them;

    // What lies on the lines of the pieces, up to and with the first in the way.
    __m512i bit = row(ours.bit);
    __m512i blockers = everywhere(occupied);
    __m512i below = _mm512_sub_epi64(bit, everywhere(with.one));
    __m512i under = blockers & below;
    __m512i over = _mm512_ternarylogic_epi64(blockers, bit, below, 0x10);
    __m512i diagonal = reach(row(ours.rising), under, over) | reach(row(ours.falling), under, over);
    __m512i orthogonal =
        reach(row(ours.vertical), under, over) | reach(row(ours.level), under, over);

    constexpr __mmask8 no_kings = 0xFE;
    constexpr __mmask8 kings = 0x01;
    __m512i slides = _mm512_maskz_or_epi64(no_kings, diagonal, orthogonal);
    __m512i alive = row(ours.alive);
    __m512i goals = _mm512_maskz_ternarylogic_epi64(_mm512_test_epi64_mask(alive, alive), slides,
                                                    row(ours.near), everywhere(~own), 0xA8);
    if (position.castling_rooks() & rank_squares(home_rank(us))) {
        Bitboard castling = castling_moves<PextSliders, us>(position);
        goals = _mm512_mask_or_epi64(goals, kings, goals, everywhere(castling));
    }
    _mm512_store_si512(targets.data(), goals);

    PawnMoves<us> pawns(board.pawns & own, ~occupied, them | position.ep());
    single = pawns.single;
    twice = pawns.twice;
    a_captures = pawns.a_captures;
    h_captures = pawns.h_captures;

    // Along which lines and from where the own king is attacked; is that of the others?
    int king = index(Bitboard(ours.bit[0]).first());
    Bitboard givers = (first(diagonal) & position.diagonal_sliders()) |
                      (first(orthogonal) & position.orthogonal_sliders()) |
                      (knight_attacks[king] & position.knights()) |
                      (pawn_attacks[static_cast<std::size_t>(us)][king] & board.pawns);
    in_check = static_cast<bool>(givers & them);
    std::uint64_t other_king = lanes[static_cast<std::size_t>(!us)].bit[0];
    takes_king = _mm512_test_epi64_mask(goals, everywhere(other_king)) != 0 ||
                 (pawns.capture_targets().bits & other_king) != 0;

    // Counts by own piece: those of pawns packed from bytes by square, between them the others.
    __m128i counts = _mm512_maskz_cvtepi64_epi8(0xFF, _mm512_popcnt_epi64(goals));
    __m512i ones = everywhere(with.each_byte);
    __m512i by_square = _mm512_maskz_mov_epi8(single.bits, ones);
    by_square = _mm512_mask_add_epi8(by_square, twice.bits, by_square, ones);
    by_square = _mm512_mask_add_epi8(by_square, a_captures.bits, by_square, ones);
    by_square = _mm512_mask_add_epi8(by_square, h_captures.bits, by_square, ones);
    std::uint32_t pawn_total =
        single.count() + twice.count() + a_captures.count() + h_captures.count();
    constexpr Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);
    if (board.pawns & own & promoting) [[unlikely]] {
        // A promotion is four moves.
        by_square =
            _mm512_mask_add_epi8(by_square, promoting.bits, by_square,
                                 _mm512_maskz_add_epi8(~std::uint64_t{0}, by_square,
                                                       _mm512_add_epi8(by_square, by_square)));
        pawn_total += 3 * ((single & promoting).count() + (a_captures & promoting).count() +
                           (h_captures & promoting).count());
    }
    __m128i order = _mm_load_si128(reinterpret_cast<const __m128i*>(ours.lane_of.data()));
    __m128i by_piece = lowest(_mm512_maskz_compress_epi8(ours.own.bits, by_square)) |
                       _mm_shuffle_epi8(counts, order);

    auto word = static_cast<std::uint64_t>(_mm_cvtsi128_si64(counts));
    total = static_cast<std::uint32_t>(word * with.each_byte >> 56) + pawn_total;
    auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(by_piece)) * with.each_byte;
    auto high = static_cast<std::uint64_t>(_mm_extract_epi64(by_piece, 1)) + (low >> 56);
    sums = {0, low, high * with.each_byte};
    is_crowded = ours.is_crowded | (total > most_moves);
    if (is_crowded) [[unlikely]] {
        total = radix<Numbering::pseudo_legal>(position);
        in_check = static_cast<bool>(checkers_of<PextSliders, us>(position));
        takes_king =
            static_cast<bool>(attackers<PextSliders, us>(position, position.king(!us), occupied));
    }
}

template <Color us>
IGN_TARGET_LANES inline MoveLanes::Selected MoveLanes::select(const PieceLanes& lanes,
                                                              const LaneBoard& board,
                                                              std::uint32_t place) const {
    using detail::byte_tops;
    std::uint64_t wanted = place * detail::each_byte | byte_tops;
    auto piece = static_cast<std::size_t>(std::popcount((wanted - sums[1]) & byte_tops)) +
                 static_cast<std::size_t>(std::popcount((wanted - sums[2]) & byte_tops));
    std::uint8_t before;
    std::memcpy(&before, reinterpret_cast<const char*>(sums.data()) + 7 + piece, 1);
    Bitboard from(_pdep_u64(std::uint64_t{1} << piece, lanes.own.bits));
    std::uint32_t lane = lanes.lane_of[piece] & 0x0FU;
    PawnMoves<us> pawns{single & from, twice & from, a_captures & from, h_captures & from};
    Bitboard goals = Bitboard(targets[lane]) | pawns.targets();
    std::uint32_t rest = place - before;
    constexpr Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);
    auto promotion = Promotion::none;
    if (from & promoting & board.pawns) [[unlikely]] {
        promotion = static_cast<Promotion>(rest % 4 + 1);
        rest /= 4;
    }
    return {from, Bitboard(_pdep_u64(std::uint64_t{1} << rest, goals.bits)), lane, promotion};
}

#endif

}  // namespace ign::chess
