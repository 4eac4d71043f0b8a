#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/position.hpp"

/// Extended Position Description: the first four fields of FEN, then operations, each an opcode
/// with its operands and a semicolon. Source: the PGN standard, section 16.2.
namespace ign::chess {

/// A word, or text in double quotes (in which `\"` and `\\` stand for `"` and `\`).
struct EpdText {
    std::string text;
    bool is_quoted = false;

    friend bool operator==(const EpdText&, const EpdText&) = default;
};

/// What an opcode's operands are:
///   nothing                draw_accept draw_claim draw_offer draw_reject resign
///   a number               acd acn acs ce dm fmvn hmvc rc tcgs
///   texts, exactly one     c0 to c9, eco, id, nic, v0 to v9
///   texts, exactly two     tcri tcsi
///   texts, any number      noop, and every opcode that the standard does not name
///   moves, exactly one     pm sm
///   moves, one or more     am bm   (each from the position)
///   moves, any number      pv      (one after another)
using EpdOperand =
    std::variant<std::monostate, std::int64_t, std::vector<EpdText>, std::vector<Move>>;

/// An opcode and its operand, of the kind that is the opcode's (see EpdOperand).
struct EpdOperation {
    std::string opcode;
    EpdOperand operand;

    friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

/// A position and what is said of it, in the order of the text. Its move counters are those of
/// `hmvc` and `fmvn`, which are among the operations only where the text had them.
struct Epd {
    Position position;
    std::vector<EpdOperation> operations;

    friend bool operator==(const Epd&, const Epd&) = default;
};

/// Why a line is none, in words, with the operation where it is one that is wrong.
struct EpdFault {
    std::string reason;
};

/// Reads a line of EPD, or of FEN as parse_fen does, or of FEN with operations behind its six
/// fields. Every operation ends with a semicolon, no opcode comes twice, and moves are legal ones
/// in SAN (read leniently) or coordinates. Perft suites have the semicolon before each operation
/// (`... 0 1 ;D1 20 ;D2 400`): behind a semicolon that follows the fields, the end of the line ends
/// the last operation too.
[[nodiscard]] Result<Epd, EpdFault> parse_epd(std::string_view line);

/// The four fields and the operations, moves in canonical SAN. Counters other than 0 and 1 are
/// written as `hmvc` and `fmvn` if they are not among the operations. What is written reads as the
/// same, and is written the same again.
[[nodiscard]] std::string to_epd(const Epd& epd, FenStyle style = FenStyle::x_fen);

}  // namespace ign::chess
