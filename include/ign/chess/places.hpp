#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "ign/chess/ordinal.hpp"
#include "ign/chess/reach.hpp"

namespace ign::chess {

namespace detail {

inline constexpr std::uint64_t each_byte = 0x0101010101010101;
inline constexpr std::uint64_t byte_tops = 0x8080808080808080;

/// The eight lowest bits, each at the bottom of a byte; and the n-th member of a set, from 0.
template <class Sliders>
struct BitTricks {
    /// Bit i of the lowest eight as the lowest bit of byte i.
    [[nodiscard]] IGN_INLINE static std::uint64_t spread(std::uint64_t bits) {
        std::uint64_t apart = ((bits & 0xff) * each_byte) & 0x8040201008040201;
        return ((apart + (byte_tops - each_byte)) | apart) >> 7 & each_byte;
    }
    /// The member of the set with `n` members below it; there must be one.
    [[nodiscard]] IGN_INLINE static Square nth(Bitboard squares, std::uint32_t n) {
        for (; n > 0; --n) squares.bits &= squares.bits - 1;
        return squares.first();
    }
};

#if defined(__x86_64__)
template <>
struct BitTricks<PextSliders> {
    [[nodiscard]] IGN_TARGET_PEXT inline static std::uint64_t spread(std::uint64_t bits) {
        return _pdep_u64(bits, each_byte);
    }
    [[nodiscard]] IGN_TARGET_PEXT inline static Square nth(Bitboard squares, std::uint32_t n) {
        return Bitboard(_pdep_u64(std::uint64_t{1} << n, squares.bits)).first();
    }
};
#endif

/// How many bits each byte of the four sets has together; it must be below 16 for each half byte.
[[nodiscard]] IGN_INLINE constexpr std::uint64_t bits_by_byte(
    const std::array<std::uint64_t, 4>& sets) {
    constexpr std::uint64_t pairs = 0x5555555555555555;
    constexpr std::uint64_t fours = 0x3333333333333333;
    constexpr std::uint64_t eights = 0x0f0f0f0f0f0f0f0f;
    std::uint64_t sum = 0;
    for (std::uint64_t set : sets) {
        set -= set >> 1 & pairs;
        sum += (set & fours) + (set >> 2 & fours);
    }
    return (sum & eights) + (sum >> 4 & eights);
}

/// Eight counts in a word, and where in their running sum a place falls. Counts and place together
/// stay below 128.
struct ByteSums {
    std::uint64_t sums;  ///< byte i: of the counts up to i

    IGN_INLINE explicit ByteSums(std::uint64_t counts) : sums(counts * each_byte) {}

    /// Eight times the byte whose count holds the place; the place becomes that within it.
    [[nodiscard]] IGN_INLINE std::uint32_t find(std::uint32_t& place) const {
        std::uint64_t reached = ((place * each_byte) | byte_tops) - sums;
        auto shift = 8 * static_cast<std::uint32_t>(std::popcount(reached & byte_tops));
        place -= static_cast<std::uint32_t>(sums << 8 >> shift & 0xff);
        return shift;
    }
};

}  // namespace detail

/// The sets of Reach, kept by square, so that a place gives its move: what decoding asks of a
/// position. The counts are summed by rank and, within the rank found, by square; no branch depends
/// on the place.
template <class Sliders, Numbering numbering, Color us>
class Places : private Reach<Sliders, numbering, us> {
  public:
    /// `checkers` as for Reach.
    IGN_INLINE Places(const Position& position, Bitboard checkers)
        : Reach<Sliders, numbering, us>(position, checkers) {
        count_pieces();
        count_pawns();
    }

    /// How many moves there are.
    [[nodiscard]] IGN_INLINE std::uint32_t total() const { return total_; }

    /// The move with the index, from 1 to total().
    [[nodiscard]] IGN_INLINE Move select(std::uint32_t index) const {
        if (total_ > most_summed) [[unlikely]]
            return *chess::select<numbering>(this->position_, index);
        std::uint32_t place = index - 1;
        std::uint32_t rank = detail::ByteSums(ranks_).find(place);
        std::uint64_t counts;
        std::memcpy(&counts, &counts_[rank], sizeof counts);
        counts += pawn_counts(rank);
        std::uint32_t file = detail::ByteSums(counts).find(place) / 8;
        auto from = static_cast<Square>(rank + file);

        Bitboard bit(from);
        bool is_pawn = this->position_.pawns().has(from);
        Bitboard targets = is_pawn ? this->pawn_targets(from) : Bitboard(targets_[index_of(from)]);
        if (is_pawn && (bit & promoting)) [[unlikely]] {
            return {from, detail::BitTricks<Sliders>::nth(targets, place / 4),
                    static_cast<Promotion>(place % 4 + 1)};
        }
        return {from, detail::BitTricks<Sliders>::nth(targets, place)};
    }

  private:
    using Base = Reach<Sliders, numbering, us>;

    /// Beyond this many moves a byte does not hold every sum.
    static constexpr std::uint32_t most_summed = 127;
    static constexpr Bitboard promoting = rank_squares(us == Color::white ? 6 : 1);

    [[nodiscard]] static constexpr std::size_t index_of(Square square) {
        return static_cast<std::size_t>(square);
    }

    IGN_INLINE void add(Square square, Bitboard targets) {
        std::uint32_t count = targets.count();
        counts_[index_of(square)] = static_cast<std::uint8_t>(count);
        targets_[index_of(square)] = targets.bits;
        ranks_ += std::uint64_t{count} << (index(square) & 56);
        total_ += count;
    }

    IGN_INLINE void count_pieces() {
        const Position& position = this->position_;
        Bitboard occupied = position.occupied();
        Bitboard free = this->free_;
        Bitboard mobile = this->own_ & ~this->pinned_;
        Bitboard diagonal = position.diagonal_sliders() & mobile;
        Bitboard orthogonal = position.orthogonal_sliders() & mobile;
        add(this->king_, this->king_targets_);
        for (Bitboard rest = position.knights() & mobile; rest;) {
            Square square = rest.pop();
            add(square, knight_attacks[index_of(square)] & free);
        }
        for (Bitboard rest = diagonal & ~orthogonal; rest;) {
            Square square = rest.pop();
            add(square, Sliders::bishop(square, occupied) & free);
        }
        for (Bitboard rest = orthogonal & ~diagonal; rest;) {
            Square square = rest.pop();
            add(square, Sliders::rook(square, occupied) & free);
        }
        for (Bitboard rest = orthogonal & diagonal; rest;) {
            Square square = rest.pop();
            Bitboard attacks = Sliders::bishop(square, occupied) | Sliders::rook(square, occupied);
            add(square, attacks & free);
        }
        if constexpr (numbering == Numbering::legal) {
            for (Bitboard rest = this->pinned_ & ~position.pawns(); rest;) {
                Square square = rest.pop();
                add(square, this->slider_targets(square) & line_through(this->king_, square));
            }
        }
    }

    /// A pawn has at most four moves here, and one on the edge three: half a rank stays below 16.
    IGN_INLINE void count_pawns() {
        std::uint64_t counts = detail::bits_by_byte(
            {this->pawn_moves_.single.bits, this->pawn_moves_.twice.bits,
             this->pawn_moves_.a_captures.bits, this->pawn_moves_.h_captures.bits});
        // A promotion is four moves.
        constexpr std::uint64_t promoting_byte = promoting.bits;
        counts += 3 * (counts & promoting_byte);
        ranks_ += counts;
        total_ += static_cast<std::uint32_t>(counts * detail::each_byte >> 56);
    }

    /// The counts of the pawns of a rank, that of the square 8 * rank first.
    [[nodiscard]] IGN_INLINE std::uint64_t pawn_counts(std::uint32_t first_square) const {
        auto of = [&](Bitboard set) __attribute__((always_inline)) {
            return detail::BitTricks<Sliders>::spread(set.bits >> first_square);
        };
        std::uint64_t counts = of(this->pawn_moves_.single) + of(this->pawn_moves_.twice) +
                               of(this->pawn_moves_.a_captures) + of(this->pawn_moves_.h_captures);
        bool promotes = first_square == (us == Color::white ? 48 : 8);
        return counts << 2 * static_cast<int>(promotes);
    }

    std::uint32_t total_ = 0;
    std::uint64_t ranks_ = 0;                   // byte i: moves from rank i
    std::array<std::uint8_t, 64> counts_ = {};  // by square, without the pawns' moves
    std::array<std::uint64_t, 64> targets_;     // sets, only of the own pieces that are no pawns
};

}  // namespace ign::chess
