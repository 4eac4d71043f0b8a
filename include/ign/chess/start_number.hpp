#pragma once

#include <optional>

#include "ign/chess/position.hpp"

/// The 960 start positions by their usual numbers, 0 to 959; the standard one is 518. Source: the
/// numbering by Reinhard Scharnagl, as FIDE and the chess programs use it.
namespace ign::chess {

inline constexpr int start_count = 960;

/// The position before the first move; `number` is from 0 to 959.
[[nodiscard]] Position start_position(int number);

/// The number of a start position; nothing for any other, also where rights are missing. The move
/// counters do not matter.
[[nodiscard]] std::optional<int> start_number(const Position& position);

}  // namespace ign::chess
