#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/codec/fold.hpp"
#include "ign/game/game.hpp"

/// Games as people write them: the moves one after another, `f5 d6 c3` or `f5d6c3`, to the number
/// and back.
namespace ign::game {

/// A game whose moves have a spelling. `read_move` takes the move that the text begins with off its
/// front, or nothing if there is none (then the text stays as it is); `write_move` is its inverse.
template <class G>
concept NotatedGame = Game<G> &&
    requires(const G& game, std::string_view& text, typename G::Move move) {
    { G::name } -> std::convertible_to<std::string_view>;
    { G::alias } -> std::convertible_to<std::string_view>;
    { G::notation } -> std::convertible_to<std::string_view>;
    { game.read_move(text) } -> std::same_as<std::optional<typename G::Move>>;
    { game.write_move(move) } -> std::same_as<std::string>;
};

/// Takes a digit from 1 to `most` (at most 9) off the front: 0 for 1 and so on.
[[nodiscard]] std::optional<std::uint8_t> take_number(std::string_view& text, int most);
/// Takes `word` off the front if it stands there.
[[nodiscard]] bool take_word(std::string_view& text, std::string_view word);
/// Takes blanks, commas and move numbers (`12.`) off the front.
void skip_between_moves(std::string_view& text);
/// What stands at the front up to the next blank, short enough to be quoted.
[[nodiscard]] std::string first_word(std::string_view text);

/// The number (little-endian bytes) of a game given by its moves as text, or what is wrong where.
/// A game with a `silent_move()` may leave that out of the text; its digit counts all the same.
template <NotatedGame G>
[[nodiscard]] Result<std::vector<std::byte>, std::string> encode_text(std::string_view text) {
    G game;
    codec::Fold fold;
    for (skip_between_moves(text); !text.empty(); skip_between_moves(text)) {
        std::string word = first_word(text);
        auto move = game.read_move(text);
        if (!move) {
            return fail("no move at ply " + std::to_string(fold.size() + 1) + ": " + word +
                        " (moves are " + std::string(G::notation) + ")");
        }
        auto digit = ordinal(game, *move);
        if constexpr (requires { game.silent_move(); }) {
            if (auto silent = game.silent_move(); silent && !digit) {
                fold.push(*ordinal(game, *silent));
                game.play(*silent);
                digit = ordinal(game, *move);
            }
        }
        if (!digit) {
            return fail("illegal move at ply " + std::to_string(fold.size() + 1) + ": " +
                        game.write_move(*move) + (is_over(game) ? " (the game is over)" : ""));
        }
        fold.push(*digit);
        game.play(*move);
    }
    auto number = fold.finish();
    return std::vector<std::byte>(number.begin(), number.end());
}

/// The moves of a number, separated by blanks, or why no game has it.
template <NotatedGame G>
[[nodiscard]] Result<std::string, std::string> decode_text(std::span<const std::byte> number) {
    auto moves = decode(G(), number);
    if (!moves) {
        return fail("no game has this number: no move is possible at ply " +
                    std::to_string(moves.error().ply));
    }
    G game;
    std::string text;
    for (const auto& move : *moves) {
        if (!text.empty()) text += ' ';
        text += game.write_move(move);
        game.play(move);
    }
    return text;
}

}  // namespace ign::game
