#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ign/chess/position.hpp"

/// What parse_fen lets pass because the rules can be applied to it, although no game leads there.
/// The tests are those that a glance at the board allows; that none fails proves nothing.
namespace ign::chess {

/// Why no game can lead to a position.
enum class PositionFault : std::uint8_t {
    too_many_pieces,    ///< over 16 of one colour
    too_many_pawns,     ///< over 8 of one colour
    too_many_checkers,  ///< over two pieces give check
    impossible_check    ///< the last move cannot have given this check
};

/// What is wrong, for messages.
[[nodiscard]] std::string_view to_text(PositionFault fault);

/// The first fault found.
[[nodiscard]] std::optional<PositionFault> find_fault(const Position& position);

}  // namespace ign::chess
