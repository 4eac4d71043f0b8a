#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/game/game.hpp"
#include "ign/game/notation.hpp"

namespace ign::game {

/// Is the resignation a move, as the resign option has it?
enum class Resignation : std::uint8_t { none, offered };

/// Any game with the resign option: in every position that is not over there is one move more, the
/// resignation, which is the last in the order and ends the game. So every radix grows by one.
template <Game G>
class WithResignation {
  public:
    /// A move of the game, or the resignation.
    struct Move {
        typename G::Move played{};  ///< of no meaning for the resignation
        bool resigns = false;

        friend bool operator==(const Move&, const Move&) = default;
    };
    static constexpr std::string_view word = "resign";

    WithResignation() = default;
    explicit WithResignation(const G& start) : game_(start) {}

    /// Those of the game and the resignation; none where it is over or resigned.
    [[nodiscard]] std::vector<Move> moves() const {
        std::vector<Move> all;
        if (is_resigned_ || is_over(game_)) return all;
        for (const auto& move : game_.moves()) all.push_back({move, false});
        all.push_back(resignation());
        return all;
    }
    /// Plays one of moves(), which is not checked.
    void play(const Move& move) {
        is_resigned_ = move.resigns;
        if (!move.resigns) game_.play(move.played);
    }

    /// How many moves are counted: one more than in the game, 0 where it is over or resigned.
    [[nodiscard]] std::uint32_t radix() const {
        return is_resigned_ || is_over(game_) ? 0 : game::radix(game_) + 1;
    }
    /// Only of what is among the moves.
    [[nodiscard]] codec::Digit ordinal(const Move& move) const {
        std::uint32_t count = radix();
        if (move.resigns) return {count, count};
        return {game::ordinal(game_, move.played)->index, count};
    }
    /// The move with that index, from 1; nothing past the resignation, or if it is illegal.
    [[nodiscard]] std::optional<Move> select(std::uint32_t index) const {
        if (index == radix() && index != 0) return resignation();
        auto move = game::select(game_, index);
        if (!move) return std::nullopt;
        return Move{*move, false};
    }
    /// Only of what is among the moves.
    [[nodiscard]] bool is_legal(const Move& move) const {
        if constexpr (CountingGame<G>) {
            return move.resigns || game_.is_legal(move.played);
        } else {
            return true;
        }
    }

    /// The game's own, if it has one; a resignation is never left out.
    [[nodiscard]] std::optional<Move> silent_move() const requires requires(const G& game) {
        game.silent_move();
    }
    {
        auto silent = game_.silent_move();
        if (is_resigned_ || !silent) return std::nullopt;
        return Move{*silent, false};
    }

    friend bool operator==(const WithResignation&, const WithResignation&) = default;

    [[nodiscard]] static Move resignation() { return {.played = {}, .resigns = true}; }

  private:
    G game_;
    bool is_resigned_ = false;
};

/// The same with the spelling of G, and `resign` for the resignation.
template <class G>
class NotatedWithResignation : public WithResignation<G> {
  public:
    using Move = typename WithResignation<G>::Move;
    static constexpr std::string_view name = G::name;
    static constexpr std::string_view alias = G::alias;
    static constexpr std::string_view notation = G::notation;

    /// As the game's own; `resign` is the resignation.
    [[nodiscard]] static std::optional<Move> read_move(std::string_view& text) {
        if (take_word(text, WithResignation<G>::word)) return WithResignation<G>::resignation();
        auto move = G::read_move(text);
        if (!move) return std::nullopt;
        return Move{*move, false};
    }
    /// The inverse of read_move.
    [[nodiscard]] static std::string write_move(const Move& move) {
        return move.resigns ? std::string(WithResignation<G>::word) : G::write_move(move.played);
    }

    friend bool operator==(const NotatedWithResignation&, const NotatedWithResignation&) = default;
};

}  // namespace ign::game
