#pragma once

#include <optional>
#include <string_view>

#include "ign/chess/ordinal.hpp"
#include "ign/game/resignation.hpp"

namespace ign::convert {

/// All that a number depends on beside the game: which moves count, and whether resigning is one.
struct NumberingScheme {
    chess::Numbering moves = chess::Numbering::pseudo_legal;
    game::Resignation resignation = game::Resignation::none;

    friend bool operator==(const NumberingScheme&, const NumberingScheme&) = default;
};

/// As in the column `numbering` and the file metadata: `pseudo-legal`, `legal`, and both with
/// `+resign`.
[[nodiscard]] std::string_view to_text(NumberingScheme scheme);
/// The inverse; nothing for any other text.
[[nodiscard]] std::optional<NumberingScheme> parse_numbering_scheme(std::string_view text);

}  // namespace ign::convert
