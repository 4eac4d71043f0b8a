#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/game/game.hpp"
#include "ign/game/notation.hpp"
#include "ign/game/resignation.hpp"

/// The games that are known by name, for programs that are told the game while they run.
namespace ign::game {

/// A game by name. All functions start from its usual start position; numbers are little-endian
/// bytes, texts what notation.hpp says, errors ready to be shown.
struct CatalogueEntry {
    std::string_view name;
    std::string_view alias;     ///< another name it goes by
    std::string_view notation;  ///< what its moves look like
    Result<std::vector<std::byte>, std::string> (*encode)(std::string_view text);
    Result<std::string, std::string> (*decode)(std::span<const std::byte> number);
    std::uint64_t (*perft)(int depth);
    std::vector<PlyCount> (*count_plies)(int depth);
};

/// The entry of a game class.
template <NotatedGame G>
[[nodiscard]] constexpr CatalogueEntry make_entry() {
    return {G::name,
            G::alias,
            G::notation,
            encode_text<G>,
            decode_text<G>,
            [](int depth) { return perft(G(), depth); },
            [](int depth) { return count_plies(G(), depth); }};
}

/// All games, with or without the resignation.
[[nodiscard]] std::span<const CatalogueEntry> catalogue(Resignation resignation);
/// The game of that name or alias, nullptr if there is none.
[[nodiscard]] const CatalogueEntry* find_game(std::string_view name, Resignation resignation);

}  // namespace ign::game
