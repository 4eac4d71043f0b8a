#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ign/chess/position.hpp"

namespace ign::search {

/// How many pieces each colour has, the kings included, where a search wants to get to.
struct PieceTotals {
    std::int32_t white = 1;
    std::int32_t black = 1;
};

/// More half-moves than any game has: the totals cannot be reached, since pieces never come back.
inline constexpr std::int32_t never = INT32_MAX;

/// The fewest half-moves that can lead from a position to one with these totals: each takes at most
/// one piece, and only of the side that does not move.
[[nodiscard]] IGN_INLINE std::int32_t least_plies(const chess::Position& position,
                                                  PieceTotals totals) {
    using chess::Color;
    auto surplus = [&](Color color, std::int32_t wanted) __attribute__((always_inline)) {
        return static_cast<std::int32_t>(position.pieces(color).count()) - wanted;
    };
    std::int32_t white = surplus(Color::white, totals.white);
    std::int32_t black = surplus(Color::black, totals.black);
    if ((white | black) < 0) return never;
    // The side to move makes its n-th capture no sooner than half-move 2n - 1, the other one 2n.
    bool is_white = position.turn() == Color::white;
    std::int32_t by_mover = is_white ? black : white;
    std::int32_t by_other = is_white ? white : black;
    return std::max(2 * by_mover - 1, 2 * by_other);
}

}  // namespace ign::search
