#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"

/// Forsyth-Edwards Notation. Sources: the PGN standard, section 16.1; X-FEN (castling letters KQkq
/// for the outermost rook, a file letter for an inner one); Shredder-FEN (file letters always).
namespace ign::chess {

/// Why a text is no FEN.
enum class FenError : std::uint8_t {
    board,              ///< not eight ranks of eight squares each
    kings,              ///< not one king of each colour
    pawn_on_last_rank,  ///< a pawn on the first or eighth rank
    turn,               ///< neither w nor b
    castling,           ///< not `-` and no letters of castling rights, or over two for a side
    ep,                 ///< not `-` and no square
    counters,           ///< no numbers
    extra_text,         ///< more than six fields
    opponent_in_check   ///< the side to move could take the king
};

/// What is wrong, for messages.
[[nodiscard]] std::string_view to_text(FenError error);

/// Reads FEN, X-FEN and Shredder-FEN; fields are separated by white space. Fields from the castling
/// rights on may be missing (none, none, 0, 1). Rights without king and rook for them are dropped
/// (of two for one side of the king the outer one stands), an en passant square that no double step
/// can have left is ignored, move number 0 is read as 1, and counters past 32 bits as the largest.
[[nodiscard]] Result<Position, FenError> parse_fen(std::string_view text);

/// Cuts the next field off the front of `text`, with the white space before it; empty if there is
/// none.
[[nodiscard]] std::string_view next_fen_field(std::string_view& text);

/// Castling rights as KQkq, with file letters only for inner rooks, or as file letters always.
enum class FenStyle : std::uint8_t { x_fen, shredder };

/// The four fields that FEN and EPD share: board, turn, castling rights, en passant square.
[[nodiscard]] std::string to_epd_fields(const Position& position, FenStyle style = FenStyle::x_fen);

/// All six fields. The en passant square is given only if a legal capture on it exists.
[[nodiscard]] std::string to_fen(const Position& position, FenStyle style = FenStyle::x_fen);

/// Does a castling right belong to an inner rook, so that KQkq cannot tell whose it is?
[[nodiscard]] bool needs_file_letters(const Position& position);

/// Does any castling right need Chess960's rules (a king off the e-file, a rook off the a- and
/// h-files)?
[[nodiscard]] bool needs_chess960(const Position& position);

}  // namespace ign::chess
