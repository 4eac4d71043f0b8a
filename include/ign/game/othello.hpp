#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ign/game/move_list.hpp"

namespace ign::game {

/// Othello on 8×8 squares, a1 = 0, b1 = 1 … h8 = 63. Black begins. A move is the square of the new
/// disc, or `pass`, which is the only move of a player who can take nothing while the opponent can.
/// The game is over when neither can.
class Othello {
  public:
    using Move = std::uint8_t;
    static constexpr Move pass = 64;

    static constexpr std::string_view name = "othello";
    static constexpr std::string_view alias = "reversi";
    static constexpr std::string_view notation =
        "squares such as f5, and pass, which may be left out";

    /// The squares in ascending order, or the pass alone.
    [[nodiscard]] MoveList<Move, 60> moves() const;
    /// Plays one of moves(), which is not checked.
    void play(Move move);

    /// The pass, where it is the only move: transcripts leave it out.
    [[nodiscard]] std::optional<Move> silent_move() const;

    /// Takes the move that `text` begins with off its front, possible or not; nothing is taken and
    /// given if it begins with none.
    [[nodiscard]] static std::optional<Move> read_move(std::string_view& text);
    /// The inverse of read_move.
    [[nodiscard]] static std::string write_move(Move move);

    /// How many discs of the colour lie on the board.
    [[nodiscard]] int black_discs() const;
    [[nodiscard]] int white_discs() const;

    friend bool operator==(const Othello&, const Othello&) = default;

  private:
    // A bit a square.
    std::uint64_t own_ = std::uint64_t{1} << 28 | std::uint64_t{1} << 35;    // e4, d5
    std::uint64_t other_ = std::uint64_t{1} << 27 | std::uint64_t{1} << 36;  // d4, e5
    bool black_moves_ = true;
};

}  // namespace ign::game
