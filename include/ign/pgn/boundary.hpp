#pragma once

#include <cstdint>
#include <string_view>

/// Cheap looks at a stream's bytes, made before any game is tokenized.
namespace ign::pgn {

/// What a game is taken to begin with.
inline constexpr std::string_view event_start = "[Event \"";

/// The first `[` in [begin, end) where a line `[Event "` follows a blank line (LF or CRLF, all of
/// both line breaks within the range), or nullptr. A guess: a comment may hold such a line.
[[nodiscard]] const char* find_game_boundary(const char* begin, const char* end);

/// The last such place, or nullptr.
[[nodiscard]] const char* find_last_game_boundary(const char* begin, const char* end);

/// How text may be stored.
enum class Encoding : std::uint8_t {
    ascii_based,
    utf8_with_mark,
    utf16_le,
    utf16_be,
    utf32_le,
    utf32_be
};

/// Tells by the byte order mark, and without one by the zero bytes beside a first `[` or digit.
/// Four bytes are enough. ascii_based: UTF-8, Latin-1 and the like, which are read as they are.
[[nodiscard]] Encoding detect_encoding(std::string_view first_bytes);

/// An English name for messages.
[[nodiscard]] std::string_view describe(Encoding encoding);

}  // namespace ign::pgn
