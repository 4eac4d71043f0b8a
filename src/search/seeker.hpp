#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ign/chess/number_player.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "quest.hpp"

namespace ign::search {

enum class Outcome : std::uint8_t {
    found,
    not_found,
    no_game  ///< a move is illegal or not possible; only seen as far as the game has been replayed
};

/// Replays games from their numbers until a position and a material have been reached, or cannot be
/// reached any more. One for each thread.
class Seeker {
  public:
    explicit Seeker(const Query& query) : quest_(query) {}

    /// `number` is little-endian, numbered from `start`. With the number of its half-moves a game
    /// is left as soon as there are too few of them for the captures that are missing.
    [[nodiscard]] Outcome seek(const chess::Position& start, std::span<const std::byte> number,
                               convert::NumberingScheme numbering,
                               std::optional<std::int32_t> plies);

  private:
    Quest quest_;
    chess::NumberPlayer player_;
};

}  // namespace ign::search
