#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ign/pgn/tokenizer.hpp"

/// What holds for any bytes. Each law returns an empty string, or in words what broke it and
/// where; tests and fuzzers call the same functions.
namespace ign::pgn::laws {

struct TokenAt {
    TokenKind kind;
    std::size_t begin;
    std::size_t end;

    friend bool operator==(const TokenAt&, const TokenAt&) = default;
};

/// One game as the tokenizer gives it, in offsets from the start of its text.
struct Walk {
    std::vector<TokenAt> tokens;
    std::size_t game_end;
    GameEnd state;
    Problem problem;
};

enum class Variations { walked, skipped };

/// The walk over the first game of `text`. The text is copied to a block of its own size, so that
/// the address sanitizer sees every read past it.
Walk walk_game(std::string_view text, TextEnd text_end, Variations variations = Variations::walked);

/// Offsets where the spans of `text` begin.
std::vector<std::size_t> span_begins(std::string_view text);

/// Spans are not empty, tokens lie inside their span, in order and without overlap, and the spans
/// are the whole text.
std::string partition(std::string_view text);

/// For the game that starts `text`: the prefix of `cut` bytes gives the same game or need_more.
/// `whole` is walk_game of the text.
std::string cut(std::string_view text, const Walk& whole, std::size_t cut, TextEnd text_end);

/// Passing over variations gives the tokens at depth 0 and the game's end unchanged.
std::string skipped_variations(std::string_view text);

/// read_tag stays in its token and calls canonical just what write_tag gives again.
std::string tags(std::string_view text);

/// All laws for every game of `text`, at every cut in steps of `stride`.
std::string all(std::string_view text, std::size_t stride);

}  // namespace ign::pgn::laws
