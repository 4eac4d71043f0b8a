#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ign/chess/position.hpp"

/// Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`.
namespace ign::chess {

/// How castling is written: as the king's own step (`e1g1`) or, as Chess960 needs it, as the king
/// taking its rook (`e1h1`).
enum class UciCastling : std::uint8_t { king_step, takes_rook };

/// The legal move that the text means, castling in either way; nothing if there is none.
[[nodiscard]] std::optional<Move> parse_uci(const Position& position, std::string_view text);

/// The text of a legal move of the position: `e2e4`, `e7e8q`.
[[nodiscard]] std::string to_uci(const Position& position, Move move, UciCastling castling);

}  // namespace ign::chess
