#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ign/game/move_list.hpp"

namespace ign::game {

/// Four in a row on a board of seven columns and six rows; a move is the column, from 0 on the
/// left, into which the disc falls.
class ConnectFour {
  public:
    using Move = std::uint8_t;

    static constexpr std::string_view name = "connect-four";
    static constexpr std::string_view alias = "connect4";
    static constexpr std::string_view notation = "1 to 7, the columns from left to right";

    /// The columns with room, from left to right; none once four are in a row.
    [[nodiscard]] MoveList<Move, 7> moves() const;
    /// Plays one of moves(), which is not checked.
    void play(Move column);

    /// Takes the move that `text` begins with off its front, possible or not; nothing is taken and
    /// given if it begins with none.
    [[nodiscard]] static std::optional<Move> read_move(std::string_view& text);
    /// The inverse of read_move.
    [[nodiscard]] static std::string write_move(Move column);

    friend bool operator==(const ConnectFour&, const ConnectFour&) = default;

  private:
    // For each player seven bits a column, the lowest row first; the seventh bit stays empty, so
    // that no line runs from the top of a column into the next.
    std::array<std::uint64_t, 2> discs_{};
    std::uint8_t turn_ = 0;
};

}  // namespace ign::game
