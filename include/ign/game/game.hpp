#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/codec/digit.hpp"
#include "ign/codec/fold.hpp"
#include "ign/codec/unfold.hpp"

/// The number of a game of any finite game of perfect information: whatever can list its moves in a
/// stated order and play one.
namespace ign::game {

/// A regular value that stands for a position: `moves()` in canonical order, none where the game is
/// over, and `play()` of one of them.
template <class G>
concept Game = std::regular<G> && requires(const G& game, G& changing, typename G::Move move) {
    requires std::regular<typename G::Move>;
    { game.moves() } -> std::ranges::random_access_range;
    { game.moves()[0] } -> std::convertible_to<typename G::Move>;
    changing.play(move);
};

/// A game that finds a move's place, and a place's move, faster than by listing. Not every move
/// with a place need be legal; `is_legal` tells.
template <class G>
concept CountingGame = Game<G> &&
    requires(const G& game, typename G::Move move, std::uint32_t place) {
    { game.ordinal(move) } -> std::same_as<codec::Digit>;
    { game.radix() } -> std::same_as<std::uint32_t>;
    { game.select(place) } -> std::same_as<std::optional<typename G::Move>>;
    { game.is_legal(move) } -> std::same_as<bool>;
};

/// How many moves have a place; 0 where the game is over.
template <Game G>
[[nodiscard]] std::uint32_t radix(const G& game) {
    if constexpr (CountingGame<G>) {
        return game.radix();
    } else {
        return static_cast<std::uint32_t>(std::ranges::size(game.moves()));
    }
}

/// The place of a move, nothing if it is not among the moves.
template <Game G>
[[nodiscard]] std::optional<codec::Digit> ordinal(const G& game, const typename G::Move& move) {
    const auto& moves = game.moves();
    auto found = std::ranges::find(moves, move);
    if (found == std::ranges::end(moves)) return std::nullopt;
    if constexpr (CountingGame<G>) {
        return game.ordinal(move);
    } else {
        auto place = static_cast<std::uint32_t>(found - std::ranges::begin(moves));
        return codec::Digit{place + 1, radix(game)};
    }
}

/// The move at a place from 1 on, nothing past the last one or if it is illegal.
template <Game G>
[[nodiscard]] std::optional<typename G::Move> select(const G& game, std::uint32_t index) {
    if constexpr (CountingGame<G>) {
        auto move = game.select(index);
        if (move && !game.is_legal(*move)) return std::nullopt;
        return move;
    } else {
        const auto& moves = game.moves();
        if (index == 0 || index > std::ranges::size(moves)) return std::nullopt;
        return moves[index - 1];
    }
}

/// No move is possible, or none of those that are counted is legal.
template <Game G>
[[nodiscard]] bool is_over(const G& game) {
    const auto& moves = game.moves();
    if constexpr (CountingGame<G>) {
        return std::ranges::none_of(moves, [&](const auto& move) { return game.is_legal(move); });
    } else {
        return std::ranges::empty(moves);
    }
}

/// At which half-move, from 1, encoding or decoding could not go on.
struct Stopped {
    std::size_t ply;
};

/// Pushes the digits of the moves onto `fold`.
template <Game G>
[[nodiscard]] Result<G, Stopped> encode(G game, std::span<const typename G::Move> moves,
                                        codec::Fold& fold) {
    fold.clear();
    for (const auto& move : moves) {
        std::optional<codec::Digit> digit = ordinal(game, move);
        if (!digit) return fail(Stopped{fold.size() + 1});
        fold.push(*digit);
        game.play(move);
    }
    return game;
}

/// The moves of a number (little-endian bytes). It stops where a move would be needed but none is
/// possible, or where the move is illegal: such a number is not a game.
template <Game G>
[[nodiscard]] Result<std::vector<typename G::Move>, Stopped> decode(
    G game, std::span<const std::byte> number) {
    std::vector<typename G::Move> moves;
    codec::Unfold unfold;
    unfold.start(number);
    while (!unfold.done()) {
        std::uint32_t count = radix(game);
        if (count == 0) return fail(Stopped{moves.size() + 1});
        auto move = select(game, unfold.next(count));
        if (!move) return fail(Stopped{moves.size() + 1});
        moves.push_back(*move);
        game.play(*move);
    }
    return moves;
}

/// How many sequences of `depth` legal moves there are; of a CountingGame the last move may be any
/// that it counts.
template <Game G>
[[nodiscard]] std::uint64_t perft(const G& game, int depth) {
    if (depth == 0) return 1;
    const auto& moves = game.moves();
    if (depth == 1) return std::ranges::size(moves);
    std::uint64_t nodes = 0;
    for (const auto& move : moves) {
        if constexpr (CountingGame<G>) {
            if (!game.is_legal(move)) continue;
        }
        G next = game;
        next.play(move);
        nodes += perft(next, depth - 1);
    }
    return nodes;
}

/// The sequences of so many legal moves, and those among them that end the game.
struct PlyCount {
    std::uint64_t sequences = 0;
    std::uint64_t finished = 0;

    friend bool operator==(const PlyCount&, const PlyCount&) = default;
};

/// Adds to each number of moves, from 0 on, the sequences from this position; see count_plies.
template <Game G>
void add_plies(const G& game, std::span<PlyCount> plies) {
    bool is_finished = is_over(game);
    plies[0].sequences += 1;
    plies[0].finished += is_finished ? 1 : 0;
    if (plies.size() == 1 || is_finished) return;
    for (const auto& move : game.moves()) {
        if constexpr (CountingGame<G>) {
            if (!game.is_legal(move)) continue;
        }
        G next = game;
        next.play(move);
        add_plies(next, plies.subspan(1));
    }
}

/// For each number of moves from 0 to `depth`.
template <Game G>
[[nodiscard]] std::vector<PlyCount> count_plies(const G& game, int depth) {
    std::vector<PlyCount> plies(static_cast<std::size_t>(depth) + 1);
    add_plies(game, std::span(plies));
    return plies;
}

}  // namespace ign::game
