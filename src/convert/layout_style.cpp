#include "ign/convert/layout_style.hpp"

#include <charconv>
#include <limits>

namespace ign::convert {
namespace {

// Reads the number behind a letter; none if there is none or it is past `most`.
std::optional<unsigned> take_number(std::string_view& text, unsigned most) {
    unsigned value = 0;
    auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || value > most) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

}  // namespace

std::string to_text(const LayoutStyle& style) {
    LayoutStyle usual;
    std::string text;
    if (style.line_end == LineEnd::crlf) text += 'c';
    if (style.line_end == LineEnd::cr) text += 'r';
    if (style.numbers == NumberForm::tight) text += 't';
    if (style.black_numbers == BlackNumbers::never) text += 'n';
    if (style.black_numbers == BlackNumbers::after_eval) text += 'e';
    if (style.black_numbers == BlackNumbers::always) text += 'a';
    if (style.number_start == NumberStart::half_a_move_early) text += 'h';
    if (style.notes == NoteForm::tight) text += 'k';
    if (style.clocks == ClockForm::shortest) text += 's';
    if (style.glyphs == GlyphRule::all) text += 'g';
    if (style.glyphs == GlyphRule::chances_004) text += 'o';
    if (style.glyphs == GlyphRule::chances_00368) text += 'i';
    if (style.glyph_carry == GlyphCarry::to_next) text += 'y';
    if (style.glyph_carry == GlyphCarry::from_last) text += 'z';
    if (style.mate_sign == MateSign::plus) text += 'm';
    if (style.windows_1252) text += 'l';
    if (style.width != usual.width) text += 'w' + std::to_string(style.width);
    if (style.blank_before != usual.blank_before) text += 'b' + std::to_string(style.blank_before);
    if (style.ends_after != usual.ends_after) text += 'f' + std::to_string(style.ends_after);
    return text;
}

// NOLINTNEXTLINE(readability-function-size): a table of letters
std::optional<LayoutStyle> parse_layout_style(std::string_view text) {
    LayoutStyle style;
    std::string_view all = text;
    while (!text.empty()) {
        char letter = text.front();
        text.remove_prefix(1);
        std::optional<unsigned> number;
        switch (letter) {
            case 'c':
                style.line_end = LineEnd::crlf;
                break;
            case 'r':
                style.line_end = LineEnd::cr;
                break;
            case 't':
                style.numbers = NumberForm::tight;
                break;
            case 'n':
                style.black_numbers = BlackNumbers::never;
                break;
            case 'e':
                style.black_numbers = BlackNumbers::after_eval;
                break;
            case 'a':
                style.black_numbers = BlackNumbers::always;
                break;
            case 'h':
                style.number_start = NumberStart::half_a_move_early;
                break;
            case 'k':
                style.notes = NoteForm::tight;
                break;
            case 's':
                style.clocks = ClockForm::shortest;
                break;
            case 'g':
                style.glyphs = GlyphRule::all;
                break;
            case 'o':
                style.glyphs = GlyphRule::chances_004;
                break;
            case 'i':
                style.glyphs = GlyphRule::chances_00368;
                break;
            case 'y':
                style.glyph_carry = GlyphCarry::to_next;
                break;
            case 'z':
                style.glyph_carry = GlyphCarry::from_last;
                break;
            case 'm':
                style.mate_sign = MateSign::plus;
                break;
            case 'l':
                style.windows_1252 = true;
                break;
            case 'w':
                number = take_number(text, std::numeric_limits<std::uint16_t>::max());
                if (!number) return std::nullopt;
                style.width = static_cast<std::uint16_t>(*number);
                break;
            case 'b':
                number = take_number(text, std::numeric_limits<std::uint8_t>::max());
                if (!number) return std::nullopt;
                style.blank_before = static_cast<std::uint8_t>(*number);
                break;
            case 'f':
                number = take_number(text, std::numeric_limits<std::uint8_t>::max());
                if (!number) return std::nullopt;
                style.ends_after = static_cast<std::uint8_t>(*number);
                break;
            default:
                return std::nullopt;
        }
    }
    if (to_text(style) != all) return std::nullopt;
    return style;
}

}  // namespace ign::convert
