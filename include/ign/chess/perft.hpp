#pragma once

#include <cstdint>

#include "ign/chess/position.hpp"
#include "ign/chess/reach.hpp"

namespace ign::chess {

/// How many sequences of `depth` legal moves there are. In the pseudo-legal numbering the last move
/// may be any that it counts. Moves are found by select and the last ply by radix, so it proves the
/// counting.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, Numbering numbering);

}  // namespace ign::chess
