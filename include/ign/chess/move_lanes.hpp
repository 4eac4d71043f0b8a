#pragma once

#include <cstring>

#include "ign/chess/ordinal.hpp"
#include "ign/chess/pawn_moves.hpp"
#include "ign/chess/places.hpp"
#include "ign/chess/reach.hpp"

/// The moves of a side as sets, a lane of AVX-512 for each of its pieces, so that a place gives its
/// move: what decoding asks of a position, without a loop over pieces and without tables.
///
/// The squares of the pieces are packed in order into lanes; in each lane the lines through the
/// square are found by shifts and what stands in the way by subtraction and counting of leading
/// zeros. Knights and kings are shifts. Pawns stay sets of origins (pawn_moves.hpp), of which bytes
/// are counted.
namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

/// What lanes are combined with. Each is read from memory: of constants that it knows GCC would
/// build every one anew in a general register and move it over.
struct LaneConstants {
    alignas(64) std::array<std::uint8_t, 64> squares;
    /// Diagonals by (rank - file) modulo 16 and by rank + file.
    alignas(64) std::array<std::uint64_t, 16> rising;
    alignas(64) std::array<std::uint64_t, 16> falling;
    /// [i]: each lane gets the lane i.
    alignas(64) std::array<std::array<std::uint64_t, 8>, 5> lane;
    std::uint64_t one;
    std::uint64_t seven;
    std::uint64_t top;
    std::uint64_t not_a;
    std::uint64_t not_h;
    std::uint64_t not_ab;
    std::uint64_t not_gh;
    std::uint64_t a_file;
    std::uint64_t rank_1;
    std::array<std::uint64_t, 2> home_rank;
    std::uint64_t each_byte;
};
extern const LaneConstants lane_constants;

[[nodiscard]] IGN_TARGET_LANES inline __m512i everywhere(std::uint64_t bits) {
    return _mm512_set1_epi64(static_cast<long long>(bits));
}

/// What stands where these of the first five sets of a Position have a piece.
inline constexpr std::array<PieceType, 32> types_by_sets = {
    PieceType::pawn, PieceType::pawn, PieceType::knight, PieceType::pawn, PieceType::bishop,
    PieceType::pawn, PieceType::pawn, PieceType::pawn,   PieceType::rook, PieceType::pawn,
    PieceType::pawn, PieceType::pawn, PieceType::queen,  PieceType::pawn, PieceType::pawn,
    PieceType::pawn, PieceType::king};

}  // namespace detail

/// A position in registers: all sets in a vector (see Position), and by themselves those that the
/// next move is found with.
struct LaneBoard {
    __m512i sets;
    std::array<Bitboard, 2> colors;
    Bitboard pawns;

    LaneBoard() = default;
    IGN_TARGET_LANES explicit inline LaneBoard(const Position& position)
        : sets(_mm512_load_si512(&position.sets_)),
          colors{position.pieces(Color::white), position.pieces(Color::black)},
          pawns(position.pawns()) {}

    [[nodiscard]] IGN_INLINE Bitboard pieces(Color color) const {
        return colors[static_cast<std::size_t>(color)];
    }

    /// One of the first five sets in every lane.
    template <std::size_t i>
    [[nodiscard]] IGN_TARGET_LANES inline __m512i set() const {
        return _mm512_maskz_permutexvar_epi64(
            0xFF, _mm512_load_si512(&detail::lane_constants.lane[i]), sets);
    }

    /// What stands on an occupied square.
    [[nodiscard]] IGN_TARGET_LANES inline PieceType type_on(Bitboard square) const {
        __mmask8 in = _mm512_mask_test_epi64_mask(0x1F, sets, detail::everywhere(square.bits));
        return detail::types_by_sets[in];
    }

    /// Moves a piece that does not castle, promotions left out, and writes the sets to `position`;
    /// `taken` are the squares where a piece of the other side leaves the board.
    template <Color us>
    IGN_TARGET_LANES inline void move(Position& position, Bitboard from, Bitboard to,
                                      Bitboard taken, Bitboard if_pawn);
};

template <Color us>
IGN_TARGET_LANES inline void LaneBoard::move(Position& position, Bitboard from, Bitboard to,
                                             Bitboard taken, Bitboard if_pawn) {
    const detail::LaneConstants& with = detail::lane_constants;
    using detail::everywhere;
    __m512i origin = everywhere(from.bits);
    __m512i kings = set<4>();
    // All but the rooks that may castle, which a move of their king takes away.
    __mmask8 moved = _mm512_mask_test_epi64_mask(0x7F, sets, origin);
    __mmask8 king = _mm512_mask_test_epi64_mask(0x80, kings, origin);
    __m512i cleared = everywhere((from | to | taken).bits);
    cleared = _mm512_mask_or_epi64(cleared, king, cleared,
                                   everywhere(with.home_rank[static_cast<std::size_t>(us)]));
    sets = ~cleared & sets;
    sets = _mm512_mask_or_epi64(sets, moved, sets, everywhere(to.bits));
    _mm512_store_si512(&position.sets_, sets);
    Bitboard& own = colors[static_cast<std::size_t>(us)];
    Bitboard& them = colors[static_cast<std::size_t>(!us)];
    own = own ^ from ^ to;
    them &= ~(to | taken);
    pawns = (pawns & ~(from | to | taken)) | (to & if_pawn);
}

/// What may be played in a position in the pseudo-legal numbering, and what its moves tell of it.
struct MoveLanes {
    /// A lane for each piece that is no pawn, by square: where it can go. The last is never asked.
    alignas(64) std::array<std::uint64_t, 9> targets{};
    /// Bytes: 8 zeros, then for each own piece, by square, its moves and all before.
    std::array<std::uint64_t, 3> sums;
    Bitboard own;
    Bitboard pieces;  ///< of them those that are no pawns
    Bitboard single;
    Bitboard twice;
    Bitboard a_captures;
    Bitboard h_captures;
    std::uint32_t total;
    bool in_check;
    bool takes_king;  ///< the move before was illegal
    /// Too many pieces for the lanes or moves for the sums: then `targets` and `sums` mean nothing.
    bool is_crowded;

    /// Eight pieces and 127 moves at most.
    static constexpr std::uint32_t most_pieces = 8;
    static constexpr std::uint32_t most_moves = 127;

    template <Color us>
    IGN_TARGET_LANES inline void survey(const LaneBoard& board, const Position& position);

    struct Selected {
        Bitboard from;
        Bitboard to;
        Promotion promotion;
    };
    /// The move of the side `us` with so many before it.
    template <Color us>
    [[nodiscard]] IGN_TARGET_LANES inline Selected select(const LaneBoard& board,
                                                          std::uint32_t place) const;

    /// Own pieces, no pawns, that can go to the square.
    [[nodiscard]] IGN_TARGET_LANES inline Bitboard reaching(Bitboard to) const {
        __m512i goals = _mm512_load_si512(targets.data());
        return Bitboard(_pdep_u64(_mm512_test_epi64_mask(goals, everywhere(to)), pieces.bits));
    }

  private:
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i everywhere(std::uint64_t bits) {
        return detail::everywhere(bits);
    }
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i everywhere(Bitboard squares) {
        return detail::everywhere(squares.bits);
    }
    /// Not _mm512_castsi512_si128, of whose undefined operand GCC warns.
    [[nodiscard]] IGN_TARGET_LANES static inline __m128i lowest(__m512i sets) {
        return __builtin_shufflevector(sets, sets, 0, 1);
    }
    template <int bits>
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i up(__m512i sets) {
        return _mm512_maskz_slli_epi64(0xFF, sets, bits);
    }
    template <int bits>
    [[nodiscard]] IGN_TARGET_LANES static inline __m512i down(__m512i sets) {
        return _mm512_maskz_srli_epi64(0xFF, sets, bits);
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
IGN_TARGET_LANES inline void MoveLanes::survey(const LaneBoard& board, const Position& position) {
    const detail::LaneConstants& with = detail::lane_constants;
    own = board.pieces(us);
    Bitboard them = board.pieces(!us);
    Bitboard occupied = own | them;
    pieces = own & ~board.pawns;

    __m512i numbers = _mm512_load_si512(&with.squares);
    __m512i square =
        _mm512_maskz_cvtepu8_epi64(0xFF, lowest(_mm512_maskz_compress_epi8(pieces.bits, numbers)));
    auto live = static_cast<__mmask8>(_bzhi_u32(0xFF, pieces.count()));
    __m512i one = everywhere(with.one);
    __m512i bit = _mm512_maskz_sllv_epi64(live, one, square);

    // Knights, kings, and the pawns that would attack a king.
    __m512i beside =
        (up<1>(bit) & everywhere(with.not_a)) | (down<1>(bit) & everywhere(with.not_h));
    __m512i beside2 =
        (up<2>(bit) & everywhere(with.not_ab)) | (down<2>(bit) & everywhere(with.not_gh));
    __m512i jumps = any_of(up<16>(beside), down<16>(beside), up<8>(beside2)) | down<8>(beside2);
    __m512i row = beside | bit;
    __m512i steps = any_of(up<8>(row), down<8>(row), beside);
    __m512i shields = us == Color::white ? up<8>(beside) : down<8>(beside);

    __m512i blockers = everywhere(occupied);
    __m512i below = _mm512_sub_epi64(bit, one);
    __m512i under = blockers & below;
    __m512i over = _mm512_ternarylogic_epi64(blockers, bit, below, 0x10);
    __m512i file = square & everywhere(with.seven);
    __m512i rank = down<3>(square);
    __m512i rising = _mm512_permutex2var_epi64(_mm512_load_si512(&with.rising[0]), rank - file,
                                               _mm512_load_si512(&with.rising[8]));
    __m512i falling = _mm512_permutex2var_epi64(_mm512_load_si512(&with.falling[0]), rank + file,
                                                _mm512_load_si512(&with.falling[8]));
    __m512i vertical = _mm512_maskz_sllv_epi64(0xFF, everywhere(with.a_file), file);
    __m512i level = _mm512_maskz_sllv_epi64(0xFF, everywhere(with.rank_1), square - file);
    __m512i d1 = reach(rising, under, over);
    __m512i d2 = reach(falling, under, over);
    __m512i o1 = reach(vertical, under, over);
    __m512i o2 = reach(level, under, over);

    __m512i diagonal = board.set<2>();
    __m512i orthogonal = board.set<3>();
    __m512i knights = board.set<1>();
    __m512i kings = board.set<4>();
    __mmask8 king_lane = _mm512_test_epi64_mask(bit, kings);
    __m512i free = everywhere(~own);
    __m512i may_slide_d = _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(bit, diagonal), free);
    __m512i may_slide_o = _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(bit, orthogonal), free);
    __m512i goals = _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(bit, knights), jumps);
    goals = _mm512_mask_mov_epi64(goals, king_lane, steps) & free;
    if (position.castling_rooks() & rank_squares(home_rank(us))) {
        Bitboard castling = castling_moves<PextSliders, us>(position);
        goals = _mm512_mask_or_epi64(goals, king_lane, goals, everywhere(castling));
    }
    goals = any_of(goals, either_and(d1, d2, may_slide_d), either_and(o1, o2, may_slide_o));
    _mm512_store_si512(targets.data(), goals);

    PawnMoves<us> pawns(board.pawns & own, ~occupied, them | position.ep());
    single = pawns.single;
    twice = pawns.twice;
    a_captures = pawns.a_captures;
    h_captures = pawns.h_captures;

    __m512i theirs = everywhere(them);
    __m512i givers =
        any_of(either_and(d1, d2, diagonal), either_and(o1, o2, orthogonal), jumps & knights);
    givers = either_and(givers, shields & board.set<0>(), theirs);
    in_check = _mm512_mask_test_epi64_mask(king_lane, givers, givers) != 0;
    takes_king =
        _mm512_test_epi64_mask(goals | everywhere(pawns.capture_targets()), kings & theirs) != 0;

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
    __m128i by_piece = lowest(_mm512_maskz_compress_epi8(own.bits, by_square));
    auto places = static_cast<__mmask16>(_pext_u64(pieces.bits, own.bits));
    by_piece = _mm_mask_expand_epi8(by_piece, places, counts);

    auto word = static_cast<std::uint64_t>(_mm_cvtsi128_si64(counts));
    total = static_cast<std::uint32_t>(word * with.each_byte >> 56) + pawn_total;
    auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(by_piece)) * with.each_byte;
    auto high = static_cast<std::uint64_t>(_mm_extract_epi64(by_piece, 1)) + (low >> 56);
    sums = {0, low, high * with.each_byte};
    is_crowded =
        (pieces.count() > most_pieces) | (own.count() > 2 * most_pieces) | (total > most_moves);
    if (is_crowded) [[unlikely]] {
        total = radix<Numbering::pseudo_legal>(position);
        in_check = static_cast<bool>(checkers_of<PextSliders, us>(position));
        takes_king =
            static_cast<bool>(attackers<PextSliders, us>(position, position.king(!us), occupied));
    }
}

template <Color us>
IGN_TARGET_LANES inline MoveLanes::Selected MoveLanes::select(const LaneBoard& board,
                                                              std::uint32_t place) const {
    using detail::byte_tops;
    std::uint64_t wanted = place * detail::each_byte | byte_tops;
    auto piece = static_cast<std::size_t>(std::popcount((wanted - sums[1]) & byte_tops)) +
                 static_cast<std::size_t>(std::popcount((wanted - sums[2]) & byte_tops));
    std::uint8_t before;
    std::memcpy(&before, reinterpret_cast<const char*>(sums.data()) + 7 + piece, 1);
    Bitboard from(_pdep_u64(std::uint64_t{1} << piece, own.bits));
    std::uint64_t lane = (from & pieces).bits;
    Bitboard lower((from.bits - 1) & pieces.bits);
    // Of a pawn nothing, without a branch.
    auto if_piece = static_cast<std::uint64_t>(static_cast<std::int64_t>(lane | (0 - lane)) >> 63);
    Bitboard goals(targets[lower.count()] & if_piece);
    PawnMoves<us> pawns{single & from, twice & from, a_captures & from, h_captures & from};
    goals |= pawns.targets();
    std::uint32_t rest = place - before;
    constexpr Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);
    auto promotion = Promotion::none;
    if (from & promoting & board.pawns) [[unlikely]] {
        promotion = static_cast<Promotion>(rest % 4 + 1);
        rest /= 4;
    }
    return {from, Bitboard(_pdep_u64(std::uint64_t{1} << rest, goals.bits)), promotion};
}

#endif

}  // namespace ign::chess
