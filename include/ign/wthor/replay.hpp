#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/codec/fold.hpp"
#include "ign/game/othello.hpp"
#include "ign/wthor/format.hpp"

/// The moves of a record as a game of Othello, and back.
namespace ign::wthor {

/// The moves of a record as its bytes say them (see format.hpp).
using Moves = std::array<std::uint8_t, moves_in_record>;

/// What is wrong with the moves of a record.
enum class MoveFault : std::uint8_t {
    illegal,     ///< a square that the player may not take
    no_square,   ///< a byte that is no square
    behind_end,  ///< a byte that is not 0 behind the 0 that ends the moves
};

/// Where the moves of a record go wrong.
struct Stopped {
    MoveFault fault;
    std::size_t ply;    ///< from 1, passes counted
    std::uint8_t byte;  ///< the one that is wrong
};

/// Plays the moves, and a pass wherever one is forced and a move follows: `fold` gets their digits.
/// The result are the moves, passes among them.
[[nodiscard]] Result<std::vector<game::Othello::Move>, Stopped> replay(const Moves& moves,
                                                                       codec::Fold& fold);

/// The moves of a number (little-endian bytes) as a record has them; nothing if no game has it, or
/// one that no record can hold, since it ends with a pass.
[[nodiscard]] std::optional<Moves> moves_of(std::span<const std::byte> number);

}  // namespace ign::wthor
