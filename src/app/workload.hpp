#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ign/chess/position.hpp"

namespace ign::app {

/// Pseudo-random numbers that are the same everywhere, which those of <random>'s distributions are
/// not. SplitMix64: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
class Random {
  public:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    /// From 0 to `count` - 1; count is not 0. (Not quite even, but simple.)
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }

  private:
    std::uint64_t state_ = 0;
};

/// Made-up games in the layout of a Lichess dump, the same in every build and on every machine: the
/// work of `ign bench`, by which its signature is known. Some come from Chess960 or from set-up
/// positions, some are analysed, some have no move, and some must be rejected. Moves are drawn and
/// spelled by the plain rules of chess, not by the replay that is measured.
class Workload {
  public:
    /// Appends the text of the next game. Game n is the same however many follow it.
    void append_game(std::string& out);

    [[nodiscard]] std::uint64_t games() const { return games_; }
    /// Half-moves written so far.
    [[nodiscard]] std::uint64_t plies() const { return plies_; }

  private:
    enum class Flaw : std::uint8_t {
        none,
        illegal_move,
        null_move,
        drop,
        variant,
        fen,
    };
    struct Game;

    void choose_kind(Game& game);
    void choose_players(Game& game);
    std::string random_word(std::string_view letters, std::size_t length);
    std::string random_name();
    std::string chess960_start();
    [[nodiscard]] chess::Move choose_move(const chess::Position& position, std::uint32_t count);
    void play(Game& game);
    void append_ply(Game& game, chess::Move move);
    void append_notes(Game& game);
    void append_flaw(Game& game);
    void write_tags(const Game& game, std::string& out);

    Random random_;
    std::uint64_t games_ = 0;
    std::uint64_t plies_ = 0;
};

}  // namespace ign::app
