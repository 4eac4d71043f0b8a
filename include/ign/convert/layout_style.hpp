#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ign/convert/glyphs.hpp"

/// How the text of a game is spelled, as far as a few words can say it. With the typed columns it
/// gives back the text; what it cannot say is in the column `rest` (see layout.hpp).
namespace ign::convert {

/// How lines end.
enum class LineEnd : std::uint8_t { lf, crlf, cr };

/// The bytes of a line end.
constexpr std::string_view to_text(LineEnd end) {
    switch (end) {
        case LineEnd::crlf:
            return "\r\n";
        case LineEnd::cr:
            return "\r";
        case LineEnd::lf:
            break;
    }
    return "\n";
}

/// Between a move's number and the move.
enum class NumberForm : std::uint8_t { spaced, tight };  // "12. e4", "12.e4"

/// Before which moves of Black the number is repeated; before a first move of Black it always is.
enum class BlackNumbers : std::uint8_t {
    never,
    after_eval,     ///< where the move before has an evaluation (dumps up to 2020)
    after_comment,  ///< where it has a comment (dumps since 2021)
    always,
};

/// What a game shows of its rule.
struct BlackNumberSigns {
    bool numbered_after_comment = false;  ///< a number after a comment without an evaluation
    bool bare_after_comment = false;      ///< no number there
    bool bare_after_eval = false;         ///< no number after an evaluation
    bool has_evals = false;
};

/// The rule that fits, if no number stands where there is no comment.
constexpr BlackNumbers black_numbers_rule(const BlackNumberSigns& signs) {
    bool only_bare = signs.bare_after_comment && !signs.numbered_after_comment;
    if (signs.bare_after_eval || (only_bare && !signs.has_evals)) return BlackNumbers::never;
    return only_bare ? BlackNumbers::after_eval : BlackNumbers::after_comment;
}

/// The dumps of a month in 2024 count from half a move before the first: `0... e4 1. c5`.
enum class NumberStart : std::uint8_t { first_move, half_a_move_early };

/// Between the braces of a comment and what it holds.
enum class NoteForm : std::uint8_t { spaced, tight };  // "{ [%clk 0:01:00] }", "{[%clk 0:01:00]}"

/// How many decimals a clock has.
enum class ClockForm : std::uint8_t { as_scale, shortest };  // "0:01:00.0", "0:01:00"

/// How a move that gives mate ends.
enum class MateSign : std::uint8_t { hash, plus };  // "Qh4#", "Qh4+"

/// All that the style part of the column `layout` says.
struct LayoutStyle {
    LineEnd line_end = LineEnd::lf;
    NumberForm numbers = NumberForm::spaced;
    BlackNumbers black_numbers = BlackNumbers::after_comment;
    NumberStart number_start = NumberStart::first_move;
    NoteForm notes = NoteForm::spaced;
    ClockForm clocks = ClockForm::as_scale;
    MateSign mate_sign = MateSign::hash;
    std::uint16_t width = 0;             ///< no line is longer; 0 = the moves stand on one line
    std::uint8_t blank_before = 1;       ///< line ends after the tags' last one
    std::uint8_t ends_after = 2;         ///< line ends after the result
    GlyphRule glyphs = GlyphRule::none;  ///< but for the exceptions in `rest`
    GlyphCarry glyph_carry = GlyphCarry::nowhere;
    bool windows_1252 = false;  ///< the text is in that encoding, the columns in UTF-8

    friend bool operator==(const LayoutStyle&, const LayoutStyle&) = default;
};

/// A few letters and numbers: only what differs from the defaults above, each with a letter of its
/// own.
std::string to_text(const LayoutStyle& style);

/// The inverse; none for text that to_text never writes.
std::optional<LayoutStyle> parse_layout_style(std::string_view text);

}  // namespace ign::convert
