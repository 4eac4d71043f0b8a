#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ign/chess/position.hpp"

namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

/// What a piece of some type on some square brings into its lane.
struct LaneWays {
    std::uint64_t bit = 0;  ///< the square
    // The lines through it that the piece goes along, the square itself left out. The king has all
    // of them, along which it is attacked.
    std::uint64_t rising = 0;
    std::uint64_t falling = 0;
    std::uint64_t vertical = 0;
    std::uint64_t level = 0;
    std::uint64_t near = 0;  ///< where knights and kings go
};
/// [PieceType][square]; for a pawn there is nothing.
extern const std::array<std::array<LaneWays, 64>, 6> lane_ways;

}  // namespace detail

/// The pieces of a side that are no pawns, each in a lane of vectors that it keeps while it lives:
/// what its moves ask for is found when it moves, a whole turn before it is needed.
struct alignas(64) PieceLanes {
    static constexpr std::uint32_t most_pieces = 8;
    /// The lane of pawns: behind all others. As a byte it also chooses none in a shuffle.
    static constexpr std::uint32_t pawn_lane = 8;
    static constexpr std::uint8_t pawn_byte = 0x80 | pawn_lane;

    /// By lane; the king's is the first. What stands from `pawn_lane` on has no meaning.
    using Row = std::array<std::uint64_t, 16>;
    Row alive;  ///< its square; 0 for a piece that was taken, whose other entries mean nothing
    Row bit;    ///< its square; apart from `alive`, which waits for the other side's move
    Row rising;
    Row falling;
    Row vertical;
    Row level;
    Row near;
    /// By square: the lane of the own piece there.
    std::array<std::uint8_t, 64> lane_at;
    /// By order of squares: the lanes of the pieces and pawns that the side had when it had moved.
    alignas(16) std::array<std::uint8_t, 16> lane_of;
    Bitboard own;  ///< those pieces and pawns
    /// By lane, that of pawns too.
    std::array<PieceType, pawn_lane + 1> type;
    std::array<std::uint8_t, pawn_lane + 1> alike;  ///< a bit for each other lane of that type
    /// More pieces than lanes or than places in `lane_of`: of all the above the king's bit alone
    /// has a meaning.
    bool is_crowded;

    /// Gives lanes to the pieces of the side.
    void start(const Position& position, Color color);
    /// Of both sides, by colour.
    static std::array<PieceLanes, 2> of(const Position& position);

    /// A piece, or pawn, has come to a square; `now` are the side's pieces and pawns after it.
    IGN_TARGET_LANES inline void move(std::uint32_t lane, Bitboard to, Bitboard now) {
        put(lane, to.first());
        __m512i lanes = _mm512_load_si512(lane_at.data());
        auto byte = static_cast<char>(lane | (lane / pawn_lane) << 7);
        lanes = _mm512_mask_set1_epi8(lanes, to.bits, byte);
        _mm512_store_si512(lane_at.data(), lanes);
        set_order(lanes, now);
    }
    /// The side has castled.
    IGN_TARGET_LANES inline void castle(Square rook, CastlingTargets targets, Bitboard now) {
        std::uint8_t lane = lane_at[static_cast<std::size_t>(rook)];
        put(0, targets.king);
        put(lane, targets.rook);
        lane_at[static_cast<std::size_t>(targets.king)] = 0;
        lane_at[static_cast<std::size_t>(targets.rook)] = lane;
        set_order(_mm512_load_si512(lane_at.data()), now);
    }
    /// What stood there has been taken.
    IGN_TARGET_LANES inline void drop(Bitboard square) {
        __m512i squares = _mm512_load_si512(alive.data());
        __m512i gone = _mm512_set1_epi64(static_cast<long long>(square.bits));
        _mm512_store_si512(alive.data(), ~gone & squares);
    }

    /// Where the pieces of these lanes stand.
    [[nodiscard]] Bitboard squares(std::uint32_t lanes) const {
        Bitboard result;
        for (; lanes != 0; lanes &= lanes - 1) result.bits |= bit[std::countr_zero(lanes)];
        return result;
    }

  private:
    IGN_INLINE void put(std::uint32_t lane, Square square) {
        const detail::LaneWays& ways =
            detail::lane_ways[static_cast<std::size_t>(type[lane])][index(square)];
        alive[lane] = ways.bit;
        bit[lane] = ways.bit;
        rising[lane] = ways.rising;
        falling[lane] = ways.falling;
        vertical[lane] = ways.vertical;
        level[lane] = ways.level;
        near[lane] = ways.near;
    }
    IGN_TARGET_LANES inline void set_order(__m512i lanes, Bitboard now) {
        __m512i none = _mm512_set1_epi8(static_cast<char>(pawn_byte));
        __m512i order = _mm512_mask_compress_epi8(none, now.bits, lanes);
        _mm_store_si128(reinterpret_cast<__m128i*>(lane_of.data()),
                        __builtin_shufflevector(order, order, 0, 1));
        own = now;
    }
};

#endif

}  // namespace ign::chess
