#pragma once

#include <algorithm>
#include <string_view>

#include "ign/base/text.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/convert/glyphs.hpp"

/// Stretches of a game's text, for those who describe it.
namespace ign::convert {

inline constexpr std::string_view line_ends = "\r\n";

inline std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

inline const char* text_end(const GameRecord& game) { return game.text.data() + game.text.size(); }

/// Where the moves begin, or what follows the tags if there is nothing like that.
inline const char* moves_begin(const GameRecord& game) {
    if (!game.movetext.empty()) return game.movetext.data();
    if (!game.result.empty()) return game.result.data();
    if (game.tags.size() != 0) return game.tags[game.tags.size() - 1].end;
    return game.text.data();
}

inline bool has_windows_1252(const GameRecord& game) {
    return !game.tags_are_ascii && std::ranges::any_of(game.tags.span(), [](const GameTag& tag) {
        return !is_valid_utf8(tag.pair.value);
    });
}

inline Mover mover_of(const GameRecord& game, std::size_t ply) {
    return (ply % 2 == 1) != game.black_begins ? Mover::black : Mover::white;
}

}  // namespace ign::convert
