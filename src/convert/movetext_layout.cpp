#include "ign/convert/movetext_layout.hpp"

#include "ign/pgn/annotation.hpp"

namespace ign::convert {
namespace {

constexpr std::string_view glyph_texts[] = {"", "?!", "?", "??"};

}  // namespace

void MovetextLayout::start(const LayoutStyle& style, std::uint32_t first_number, Mover first_mover,
                           int clock_digits) {
    style_ = style;
    first_number_ = first_number;
    black_begins_ = first_mover == Mover::black;
    clock_digits_ = clock_digits;
    column_ = 0;
}

std::size_t MovetextLayout::column_after(std::string_view text) const {
    for (std::size_t i = text.size(); i != 0; --i) {
        if (text[i - 1] == '\n' || text[i - 1] == '\r') return text.size() - i;
    }
    return column_ + text.size();
}

void MovetextLayout::advance(std::string_view text) { column_ = column_after(text); }

// A space, or a line end where the word of so many bytes behind it would not fit.
void MovetextLayout::separate(std::size_t bytes) {
    std::size_t column = column_after(text_);
    if (column == 0) return;
    if (style_.width != 0 && column + 1 + bytes > style_.width) {
        text_ += to_text(style_.line_end);
    } else {
        text_ += ' ';
    }
}

std::string_view MovetextLayout::notes(const PlyNotes& before) {
    comment_.clear();
    bool has_clock = before.clock != no_note;
    bool has_eval = before.eval != no_note;
    std::string_view pad = style_.notes == NoteForm::spaced ? " " : "";
    if (has_eval) append_eval(before.eval);
    if (has_eval && has_clock) comment_ += ' ';
    if (has_clock) append_clock(before.clock);

    text_ = glyph_texts[static_cast<std::size_t>(before.glyph)];
    if (!comment_.empty()) {
        separate(comment_.size() + 2 + 2 * pad.size());
        text_ += '{';
        text_ += pad;
        text_ += comment_;
        text_ += pad;
        text_ += '}';
    }
    return text_;
}

void MovetextLayout::append_clock(std::int32_t milliseconds) {
    int digits = clock_digits_;
    if (style_.clocks == ClockForm::shortest) {
        std::int32_t fraction = milliseconds % 1000;
        digits = fraction == 0 ? 0 : fraction % 100 == 0 ? 1 : fraction % 10 == 0 ? 2 : 3;
    }
    char buffer[pgn::annotation_bytes];
    char* end = pgn::write_clock({milliseconds, static_cast<std::uint8_t>(digits)}, buffer);
    comment_.append(buffer, end);
}

void MovetextLayout::append_eval(std::int32_t eval) {
    pgn::EvalValue value{pgn::EvalKind::centipawns, eval, -1};
    if (eval > pgn::most_centipawns) value = {pgn::EvalKind::mate, pgn::mate_base - eval, -1};
    if (eval < -pgn::most_centipawns)
        value = {pgn::EvalKind::mate, -(eval + pgn::mate_base + 1), -1};
    char buffer[pgn::annotation_bytes];
    char* end = pgn::write_eval(value, buffer);
    comment_.append(buffer, end);
}

std::string_view MovetextLayout::lead(std::size_t ply, bool comment, bool eval,
                                      std::size_t move_bytes) {
    text_.clear();
    std::size_t half_move = ply + (black_begins_ ? 1 : 0);
    bool black = half_move % 2 == 1;
    bool numbered = !black || ply == 0 || style_.black_numbers == BlackNumbers::always ||
                    (comment && style_.black_numbers == BlackNumbers::after_comment) ||
                    (eval && style_.black_numbers == BlackNumbers::after_eval);
    if (!numbered) {
        separate(move_bytes);
        return text_;
    }
    std::string number = std::to_string(first_number_ + half_move / 2);
    number += black ? "..." : ".";
    if (style_.numbers == NumberForm::tight) {
        separate(number.size() + move_bytes);
        text_ += number;
        return text_;
    }
    separate(number.size());
    text_ += number;
    separate(move_bytes);
    return text_;
}

std::string_view MovetextLayout::tail(std::size_t plies, std::string_view result) {
    text_.clear();
    if (plies != 0) separate(result.size());
    text_ += result;
    for (int i = 0; i < style_.ends_after; ++i) text_ += to_text(style_.line_end);
    return text_;
}

}  // namespace ign::convert
