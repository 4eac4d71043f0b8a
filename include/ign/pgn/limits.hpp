#pragma once

#include <cstddef>

/// What one game may cost. Text comes from anywhere, and a game must fit in memory as a whole, so
/// each part of it has a bound; a game over a bound is a reject, and the next one goes on.
namespace ign::pgn {

/// Bytes of one game's span. The largest game known to be meant seriously is a test with a comment
/// of 64 MiB; this leaves room for the game around it. A conversion needs up to six times the text
/// of its largest game, so this keeps it below 512 MB.
inline constexpr std::size_t game_bytes_limit = std::size_t{80} << 20;

/// Bytes of one tag pair, brackets included. Values of 2 MB are met in tests of other programs.
inline constexpr std::size_t tag_bytes_limit = std::size_t{16} << 20;

/// Tag pairs of one game. Each takes some hundred bytes beside its text, and the widest exports
/// have some 30.
inline constexpr std::size_t tags_limit = 100'000;

/// Bytes of one comment, braces included.
inline constexpr std::size_t comment_bytes_limit = std::size_t{72} << 20;

/// A comment that is still open after this many bytes, and has run over a line that looks like the
/// start of a game by then, is taken for one that its author forgot to close. It bounds both what
/// a forgotten brace costs (in games and in time: without it every such brace means a search to
/// the end of the file).
inline constexpr std::size_t open_comment_bytes = std::size_t{64} << 10;

/// Variations inside each other. Nothing recurses, so the bound is one of sense, not of stack.
inline constexpr std::size_t variation_depth_limit = 1000;

/// Tag names of one game that are remembered to see that a second tag section starts over. The
/// widest exports have some 30 tags, and a section starts over with one of the first.
inline constexpr std::size_t remembered_tag_names = 32;

}  // namespace ign::pgn
