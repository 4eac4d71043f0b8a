#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"

/// Standard Algebraic Notation, read leniently and written strictly. Source: the PGN standard,
/// section 8.2.3; leniency as files in the wild need it: castling with zeros or small letters,
/// promotion without `=` or in small letters, long algebraic (`Ng1-f3`, `e2e4`, `e1g1`), `Pe4`,
/// missing `x`, missing or wrong `+` and `#`. A small `b` is always the b-file.
namespace ign::chess {

/// What came of reading a move, or of looking for it on a board.
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

/// The forms that the text of a move can have.
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

/// The legal move that the whole text means: SAN, or two squares as in UCI (`e7e8q`; castling
/// either as the king's step or as its taking the rook).
[[nodiscard]] Result<Move, SanStatus> read_move(const Position& position, std::string_view text);

/// A legal move and all that its canonical SAN needs to know of the position it is played in.
struct SpelledMove {
    Move move;
    PieceType type = PieceType::pawn;
    bool castles = false;
    std::uint8_t form = 0;  ///< bits of san_form
};

namespace detail {

inline constexpr std::array<std::array<char, 2>, 64> square_names = [] {
    std::array<std::array<char, 2>, 64> names{};
    for (int i = 0; i < 64; ++i) {
        names[i] = {static_cast<char>('a' + i % 8), static_cast<char>('1' + i / 8)};
    }
    return names;
}();

char* write_castling(Move move, char* out);

}  // namespace detail

/// The most bytes that write_san touches from `out` on.
inline constexpr std::size_t max_san_length = 7;  // Qa1xb2#, exd8=Q#

/// Writes the move and returns its end, no more than max_san_length bytes; no terminating zero. A
/// byte that need not stand there is written all the same and overwritten by the next.
IGN_INLINE char* write_san(const SpelledMove& spelled, char* out) {
    const std::array<char, 2>& from = detail::square_names[index(spelled.move.from)];
    const std::array<char, 2>& to = detail::square_names[index(spelled.move.to)];
    std::uint32_t form = spelled.form;
    if (spelled.castles) [[unlikely]] {
        out = detail::write_castling(spelled.move, out);
    } else {
        *out = "PNBRQK"[static_cast<int>(spelled.type)];
        out += spelled.type != PieceType::pawn;
        if (form & (san_form::file | san_form::rank)) [[unlikely]] {
            *out = from[0];
            out += (form & san_form::file) != 0;
            *out = from[1];
            out += (form & san_form::rank) != 0;
        }
        *out = 'x';
        out += (form & san_form::capture) != 0;
        out[0] = to[0];
        out[1] = to[1];
        out += 2;
        if (spelled.move.promotion != Promotion::none) [[unlikely]] {
            *out++ = '=';
            *out++ = " BNQR"[static_cast<int>(spelled.move.promotion)];
        }
    }
    *out = form & san_form::check ? '+' : '#';
    return out + ((form & (san_form::check | san_form::mate)) != 0);
}

/// Writes the canonical SAN of a legal move with its check or mate sign and returns its end; no
/// more than max_san_length characters, no terminating zero.
char* write_san(const Position& position, Move move, char* out);
/// The canonical SAN of a legal move with its check or mate sign, as write_san writes it.
[[nodiscard]] std::string to_san(const Position& position, Move move);

/// What write_san puts between piece letter and target: bits of san_form, without capture.
[[nodiscard]] std::uint8_t disambiguation(const Position& position, PieceType type, Move move);

}  // namespace ign::chess
