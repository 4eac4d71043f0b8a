#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "ign/chess/reach.hpp"
#include "ign/codec/digit.hpp"

/// The place of a move among the moves of a position, and back, by popcounts of attack sets: as the
/// squares' numbers rise with the canonical order, nothing is listed or sorted.
namespace ign::chess {

/// How many moves the numbering counts.
template <Numbering numbering>
[[nodiscard]] std::uint32_t radix(const Position& position);

/// The place of `move`, which must be one of them.
template <Numbering numbering>
[[nodiscard]] codec::Digit ordinal(const Position& position, Move move);

/// The move with that index, from 1; nothing past the last one. In the pseudo-legal numbering it
/// may be illegal.
template <Numbering numbering>
[[nodiscard]] std::optional<Move> select(const Position& position, std::uint32_t index);

/// The three functions above with the numbering known only while running: how many moves it counts,
/// the digit of one of them, and the move of an index from 1 on (nothing past the last one; in the
/// pseudo-legal numbering it may be illegal).
[[nodiscard]] std::uint32_t radix(const Position& position, Numbering numbering);
[[nodiscard]] codec::Digit ordinal(const Position& position, Move move, Numbering numbering);
[[nodiscard]] std::optional<Move> select(const Position& position, std::uint32_t index,
                                         Numbering numbering);

namespace detail {

/// The same with the slider policy given, for callers with an instruction set of their own.
template <class Sliders, Numbering numbering, class Use>
[[nodiscard]] IGN_INLINE auto with_reach(const Position& position, Use use) {
    constexpr bool is_legal = numbering == Numbering::legal;
    if (position.turn() == Color::white) {
        Bitboard checkers = is_legal ? checkers_of<Sliders, Color::white>(position) : no_squares;
        return use(Reach<Sliders, numbering, Color::white>(position, checkers));
    }
    Bitboard checkers = is_legal ? checkers_of<Sliders, Color::black>(position) : no_squares;
    return use(Reach<Sliders, numbering, Color::black>(position, checkers));
}

/// radix, ordinal and select with the slider policy given.
template <class Sliders, Numbering numbering>
[[nodiscard]] IGN_INLINE std::uint32_t radix_with(const Position& position) {
    return with_reach<Sliders, numbering>(
        position, [](const auto& reach) __attribute__((always_inline)) { return reach.total(); });
}

template <class Sliders, Numbering numbering>
[[nodiscard]] IGN_INLINE codec::Digit ordinal_with(const Position& position, Move move) {
    return with_reach<Sliders, numbering>(
        position, [&](const auto& reach) __attribute__((always_inline)) {
            Census census = reach.census(move.from);
            Bitboard targets = reach.targets_from(move.from, position.type_on(move.from));
            assert(targets.has(move.to));
            return codec::Digit{census.before + place_among(targets, move.to, move.promotion),
                                census.total};
        });
}

/// The member of the set with `place` members below it.
[[nodiscard]] IGN_INLINE Square nth(Bitboard squares, std::uint32_t place) {
    for (; place > 0; --place) squares.pop();
    return squares.first();
}

template <class Sliders, Numbering numbering>
[[nodiscard]] IGN_INLINE std::optional<Move> select_with(const Position& position,
                                                         std::uint32_t index) {
    constexpr Bitboard last_ranks = rank_squares(0) | rank_squares(7);
    return with_reach<Sliders, numbering>(
        position, [&](const auto& reach) __attribute__((always_inline))->std::optional<Move> {
            std::uint32_t place = index - 1;
            for (Bitboard rest = position.pieces(position.turn()); rest;) {
                Square from = rest.pop();
                Bitboard targets = reach.targets_from(from, position.type_on(from));
                bool promotes = position.pawns().has(from) && (targets & last_ranks);
                std::uint32_t count = promotes ? 4 * targets.count() : targets.count();
                if (place >= count) {
                    place -= count;
                } else if (promotes) {
                    return Move{from, nth(targets, place / 4),
                                static_cast<Promotion>(place % 4 + 1)};
                } else {
                    return Move{from, nth(targets, place)};
                }
            }
            return std::nullopt;
        });
}

}  // namespace detail

}  // namespace ign::chess
