#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/chess/position.hpp"

/// Standard Algebraic Notation, read leniently and written strictly. Source: the PGN standard,
/// section 8.2.3; leniency as files in the wild need it: castling with zeros or small letters,
/// promotion without
/// `=` or in small letters, long algebraic (`Ng1-f3`, `e2e4`, `e1g1`), `Pe4`, missing `x`, missing
/// or wrong `+` and `#`. A small `b` is always the b-file.
namespace ign::chess {

enum class SanStatus : std::uint8_t {
    ok,
    malformed,  ///< no move by its form
    illegal,    ///< no legal move fits it
    ambiguous,  ///< more than one legal move fits it
    null_move,  ///< `--`, `Z0`, `0000`
    drop        ///< `P@d4`: another variant's
};

/// A reason for messages, e.g. "illegal move".
[[nodiscard]] std::string_view to_text(SanStatus status);

enum class SanKind : std::uint8_t {
    piece,        ///< piece or pawn and its target square
    coordinates,  ///< two squares without a piece letter, any piece may be meant
    castle_short,
    castle_long
};

/// What the text of a move says, no board being known.
struct SanToken {
    SanStatus status = SanStatus::malformed;
    SanKind kind = SanKind::piece;
    PieceType piece = PieceType::pawn;
    Square to = Square::a1;
    Promotion promotion = Promotion::none;
    /// See san_form.
    std::uint8_t form = 0;
    /// The squares that the text allows the piece to come from.
    Bitboard origins;
};

/// SanToken::form: how the move is spelled, in bits, so that one comparison tells whether
/// it is spelled as write_san would.
namespace san_form {
inline constexpr std::uint8_t file = 1;      ///< the origin's file is given
inline constexpr std::uint8_t rank = 2;      ///< the origin's rank is given
inline constexpr std::uint8_t capture = 4;   ///< `x`
inline constexpr std::uint8_t check = 8;     ///< ends with a single `+`
inline constexpr std::uint8_t mate = 16;     ///< ends with a single `#`
inline constexpr std::uint8_t lenient = 32;  ///< anything write_san never writes
}  // namespace san_form

/// Reads a move from [begin, end) and returns where it ends: behind its check and mate signs,
/// before annotation glyphs and a glued `e.p.`. What is read is the longest run of letters, digits
/// and `-=@+#`, so a move ends at white space, at any other sign, or at `end`, which may lie
/// anywhere behind it. The status is ok, malformed, null_move or drop.
const char* scan_san(const char* begin, const char* end, SanToken& token);

/// The legal move that the token means. On success `move` is set.
[[nodiscard]] SanStatus resolve(const Position& position, const SanToken& token, Move& move);

/// Writes the canonical SAN of a legal move with its check or mate sign and returns its end; no
/// more than max_san_length characters, no terminating zero.
char* write_san(const Position& position, Move move, char* out);
[[nodiscard]] std::string to_san(const Position& position, Move move);
inline constexpr std::size_t max_san_length = 7;  // Qa1xb2#, exd8=Q#

/// What write_san puts between piece letter and target: bits of san_form, without capture.
[[nodiscard]] std::uint8_t disambiguation(const Position& position, PieceType type, Move move);

}  // namespace ign::chess
