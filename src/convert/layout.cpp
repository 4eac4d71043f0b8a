#include "ign/convert/layout.hpp"

#include <algorithm>
#include <array>

#include "ign/base/text.hpp"

namespace ign::convert {
namespace {

constexpr char lead_foretold = 0x00;
constexpr char move_only = 0x7F;
constexpr char nothing_foretold = 0x1F;
constexpr std::string_view line_ends = "\r\n";

bool is_control(char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte <= 0x08 || (byte >= 0x0E && byte <= 0x1F) || byte == 0x7F;
}

bool is_plain_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
}

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

// `text` is so many line ends and nothing else; none if it is anything else.
std::optional<std::uint8_t> count_line_ends(std::string_view text, LineEnd end) {
    std::string_view one = to_text(end);
    std::size_t count = 0;
    for (; text.starts_with(one); text.remove_prefix(one.size())) ++count;
    if (!text.empty() || count > 255) return std::nullopt;
    return static_cast<std::uint8_t>(count);
}

// Is a number spelled as the exporter prints it: `1500` for a rating, `+6` or `-6` for its change?
// What is no number that fits its column stays in the column `tags` as it is.
bool is_printed_number(std::string_view text, columnar::Field field) {
    auto value = parse_int16(text);
    if (!value) return true;
    bool is_change =
        field == columnar::Field::white_rating_diff || field == columnar::Field::black_rating_diff;
    bool has_sign = text.front() == '-' || text.front() == '+';
    std::string_view digits = text.substr(has_sign ? 1 : 0);
    bool sign_is_right = is_change ? has_sign && (text.front() == '-') == (*value < 0)
                                   : text.front() != '+' && has_sign == (*value < 0);
    return sign_is_right && (digits.size() == 1 || digits.front() != '0');
}

Glyph glyph_behind(const char* move_end, const char* end) {
    if (move_end == end || *move_end != '?') return Glyph::none;
    if (move_end + 1 == end) return Glyph::mistake;
    if (move_end[1] == '!') return Glyph::inaccuracy;
    return move_end[1] == '?' ? Glyph::blunder : Glyph::mistake;
}

const char* text_end(const GameRecord& game) { return game.text.data() + game.text.size(); }

// Where the moves begin, or what follows the tags if there is nothing like that.
const char* moves_begin(const GameRecord& game) {
    if (!game.movetext.empty()) return game.movetext.data();
    if (!game.result.empty()) return game.result.data();
    if (game.tags.size() != 0) return game.tags[game.tags.size() - 1].end;
    return game.text.data();
}

bool has_windows_1252(const GameRecord& game) {
    return !game.tags_are_ascii && std::ranges::any_of(game.tags.span(), [](const GameTag& tag) {
        return !is_valid_utf8(tag.pair.value);
    });
}

Mover mover_of(const GameRecord& game, std::size_t ply) {
    return (ply % 2 == 1) != game.black_begins ? Mover::black : Mover::white;
}

}  // namespace

void append_varint(std::uint64_t value, std::string& out) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

void LayoutWriter::append_parts() {
    bool has_glyphs = !glyph_exceptions_.empty();
    if (has_glyphs) parts_ += 'G';
    if (!moves_.empty()) parts_ += 'M';
    std::size_t left = literals_.size() + (has_glyphs ? 1 : 0) + (moves_.empty() ? 0 : 1);
    rest_.clear();
    auto append = [&](std::string_view bytes) {
        if (--left != 0) append_varint(bytes.size(), rest_);
        rest_ += bytes;
    };
    for (std::string_view bytes : literals_) append(bytes);
    if (has_glyphs) append(glyph_exceptions_);
    if (!moves_.empty()) append(moves_);
}

bool LayoutWriter::describe(const GameRecord& game) {
    style_ = {};
    parts_.clear();
    moves_.clear();
    style_.mate_sign = game.mate_sign;
    if (game.dump.is_known) {
        style_.black_numbers = game.dump.black_numbers;
        take_glyph_rule(game.dump.glyphs);
        style_.windows_1252 = has_windows_1252(game);
        describe_tags(game);
    } else {
        detect_style(game);
        describe_tags(game);
        if (!describe_moves(game)) return false;
    }
    append_parts();
    layout_ = items_;
    std::string style = to_text(style_);
    if (!style.empty() || !parts_.empty()) layout_ += ' ' + style;
    if (!parts_.empty()) layout_ += ' ' + parts_;
    return true;
}

void LayoutWriter::detect_style(const GameRecord& game) {
    std::size_t first_end = game.text.find_first_of(line_ends);
    if (first_end != std::string_view::npos && game.text[first_end] == '\r') {
        bool crlf = first_end + 1 < game.text.size() && game.text[first_end + 1] == '\n';
        style_.line_end = crlf ? LineEnd::crlf : LineEnd::cr;
    }
    for (const MoveSpan& move : game.moves.span()) {
        if (move.begin == game.text.data() || move.begin[-1] == ' ') continue;
        if (move.begin[-1] == '.') style_.numbers = NumberForm::tight;
        break;
    }
    std::size_t brace = game.movetext.find('{');
    std::size_t spaced = game.movetext.find("{ [%");
    if (spaced == std::string_view::npos || spaced != brace) {
        if (game.movetext.find("{[%") != std::string_view::npos) style_.notes = NoteForm::tight;
    }
    if (game.fewest_clock_digits < game.clock_digits) style_.clocks = ClockForm::shortest;
    style_.windows_1252 = has_windows_1252(game);
    detect_number_start(game);
    detect_black_numbers(game);
    detect_glyphs(game);
}

void LayoutWriter::detect_black_numbers(const GameRecord& game) {
    BlackNumberSigns signs{.has_evals = game.has_evals};
    bool without_comment = false;
    bool is_early = style_.number_start == NumberStart::half_a_move_early;
    Mover white_number = is_early ? Mover::black : Mover::white;  // whose moves always have one
    for (std::size_t ply = 1; ply < game.moves.size(); ++ply) {
        if (mover_of(game, ply) == white_number) continue;
        std::string_view gap = between(game.moves[ply - 1].end, game.moves[ply].begin);
        std::size_t last = gap.find_last_not_of(" \r\n");
        bool numbered = last != std::string_view::npos && gap[last] == '.';
        bool comment = gap.find('{') != std::string_view::npos;
        bool eval = comment && gap.find("[%eval") != std::string_view::npos;
        without_comment |= numbered && !comment;
        signs.numbered_after_comment |= numbered && comment && !eval;
        signs.bare_after_eval |= !numbered && eval;
        signs.bare_after_comment |= !numbered && comment && !eval;
    }
    style_.black_numbers = without_comment ? BlackNumbers::always : black_numbers_rule(signs);
}

// The number before the first move tells; those after it are compared as they come.
void LayoutWriter::detect_number_start(const GameRecord& game) {
    if (game.moves.size() == 0 || game.first_number == 0) return;
    std::string_view lead = between(moves_begin(game), game.moves[0].begin);
    lead = lead.substr(0, lead.find_last_not_of(' ') + 1);
    std::string early = game.black_begins ? std::to_string(game.first_number) + "."
                                          : std::to_string(game.first_number - 1) + "...";
    if (!lead.ends_with(early)) return;
    lead.remove_suffix(early.size());
    bool is_whole = lead.empty() || lead.back() < '0' || lead.back() > '9';
    if (is_whole) style_.number_start = NumberStart::half_a_move_early;
}

// Foretells glyphs where all that differs from the source are glyphs that it does not have, or that
// are carried from move to move.
void LayoutWriter::detect_glyphs(const GameRecord& game) {
    glyph_exceptions_.clear();
    for (GlyphCarry carry : {GlyphCarry::nowhere, GlyphCarry::to_next, GlyphCarry::from_last}) {
        if (!detect_judged(game, carry)) continue;
        if (game.has_evals) take_glyph_rule(glyph_marks_);
        if (style_.glyphs != GlyphRule::none) style_.glyph_carry = carry;
        return;
    }
    glyphs_.assign(game.moves.size(), Glyph::none);
}

// Which moves are judged, if glyphs are carried in this way? False if the text has others.
bool LayoutWriter::detect_judged(const GameRecord& game, GlyphCarry carry) {
    std::size_t plies = game.moves.size();
    glyphs_.assign(plies, Glyph::none);
    glyph_marks_.clear();
    if (!game.has_evals) return carry == GlyphCarry::nowhere;
    auto glyph_of = [&](std::size_t ply) {
        return glyph_behind(game.moves[ply].end, text_end(game));
    };
    // Of equal glyphs at the end the first one is a judgement, all others may be carried.
    std::size_t first_carried = carry == GlyphCarry::to_next ? 0 : plies;
    if (carry == GlyphCarry::from_last) {
        while (first_carried > 1 && glyph_of(first_carried - 2) == glyph_of(plies - 1))
            --first_carried;
    }
    std::int32_t before = eval_before_first_move;
    Glyph carried = Glyph::none;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        std::int32_t eval = game.evals[ply];
        Glyph actual = glyph_of(ply);
        Glyph foretold =
            eval == no_note ? Glyph::none : predict_glyph(before, eval, mover_of(game, ply));
        bool may_carry = ply >= first_carried;
        bool is_judged = actual != Glyph::none && actual == foretold &&
                         (carry != GlyphCarry::from_last || !may_carry);
        if (is_judged) carried = actual;
        if (!is_judged && actual != (may_carry ? carried : Glyph::none)) return false;
        glyphs_[ply] = actual;
        if (foretold != Glyph::none) {
            glyph_marks_.add(before, eval, mover_of(game, ply), is_judged ? actual : Glyph::none);
        }
        if (eval != no_note) before = eval;
    }
    return true;
}

void LayoutWriter::take_glyph_rule(const GlyphMarks& marks) {
    style_.glyphs = marks.best_rule();
    glyph_exceptions_.clear();
    if (style_.glyphs != GlyphRule::none) glyph_exceptions_ = marks.exceptions(style_.glyphs);
}

void LayoutWriter::describe_tags(const GameRecord& game) {
    items_.clear();
    literals_.clear();
    const char* begin = game.text.data();
    const char* end = moves_begin(game);
    std::string_view line_end = to_text(style_.line_end);
    const char* at = begin;
    bool regular = true;
    for (std::size_t i = 0; i < game.tags.size() && regular; ++i) {
        const GameTag& tag = game.tags[i];
        std::string_view gap = between(at, tag.begin);
        if (i == 0 && !gap.empty()) {
            parts_ += 'p';
            literals_.push_back(gap);
        }
        regular = i == 0 || gap == line_end;
        if (!columns_give_back(game, tag)) {
            items_ += '!';
            literals_.push_back(between(tag.begin, tag.end));
        } else if (tag.field >= 0) {
            items_ += tag_fields[static_cast<std::size_t>(tag.field)].letter;
        } else {
            items_ += '(';
            items_ += tag.pair.name;
            items_ += ')';
        }
        at = tag.end;
    }
    std::optional<std::uint8_t> ends = count_line_ends(between(at, end), style_.line_end);
    if (regular && ends && (game.tags.size() != 0 || *ends == 0)) {
        // Without tags there is no line to be ended.
        style_.blank_before = game.tags.size() == 0 ? 1 : static_cast<std::uint8_t>(*ends - 1);
        if (game.tags.size() == 0 || *ends != 0) return;
    }
    items_.clear();
    parts_ = 'h';
    style_.blank_before = 1;
    literals_.assign(1, between(begin, end));
}

// Would the exporter write this tag pair, byte for byte?
bool LayoutWriter::columns_give_back(const GameRecord& game, const GameTag& tag) const {
    std::string_view value = tag.pair.value;
    if (tag.pair.form != pgn::TagForm::canonical || !tag.is_last) return false;
    // In a text of windows-1252 a value that happens to be UTF-8 would come back in the wrong
    // encoding.
    if (!game.tags_are_ascii && !is_ascii(value) && style_.windows_1252 == is_valid_utf8(value))
        return false;
    if (tag.field < 0) return is_plain_name(tag.pair.name);
    const TagField& field = tag_fields[static_cast<std::size_t>(tag.field)];
    if (field.field == columnar::Field::fen) return game.fen == value && !game.fen.empty();
    return field.target != TagTarget::number || is_printed_number(value, field.field);
}

PlyNotes LayoutWriter::notes_of(const GameRecord& game, std::size_t ply) const {
    return {game.clocks[ply], game.evals[ply], glyphs_[ply]};
}

std::size_t LayoutWriter::longest_line(const GameRecord& game) const {
    std::string_view text = between(moves_begin(game), text_end(game));
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    if (text.find_first_of(line_ends) == std::string_view::npos) return 0;
    std::size_t longest = 0;
    while (!text.empty()) {
        std::size_t end = std::min(text.find_first_of(line_ends), text.size());
        longest = std::max(longest, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

// Lines may break anywhere up to a width that the text does not tell: the longest line or a little
// more. The usual widths are tried first, so that games of one file get one layout.
bool LayoutWriter::describe_moves(const GameRecord& game) {
    std::size_t longest = longest_line(game);
    constexpr std::size_t widest = 1000;
    if (longest == 0 || longest > widest) return describe_moves_at(game, 0);
    for (std::uint16_t usual : {std::uint16_t{79}, std::uint16_t{80}, std::uint16_t{75}}) {
        if (longest <= usual && longest + 16 > usual && describe_moves_at(game, usual) &&
            moves_.empty()) {
            return true;
        }
    }
    return describe_moves_at(game, static_cast<std::uint16_t>(longest));
}

bool LayoutWriter::describe_moves_at(const GameRecord& game, std::uint16_t width) {
    style_.width = width;
    moves_.clear();
    foretold_moves_ = 0;
    const char* at = moves_begin(game);
    std::string_view tail =
        between(game.result.empty() ? text_end(game) : game.result.data() + game.result.size(),
                text_end(game));
    style_.ends_after = count_line_ends(tail, style_.line_end).value_or(2);
    foretold_.start(style_, game.first_number, game.black_begins ? Mover::black : Mover::white,
                    game.clock_digits);
    std::size_t plies = game.moves.size();
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const MoveSpan& move = game.moves[ply];
        std::string_view gap = between(at, move.begin);
        std::string_view text = between(move.begin, move.end);
        PlyNotes before = ply == 0 ? PlyNotes{} : notes_of(game, ply - 1);
        bool has_eval = before.eval != no_note;
        std::size_t mark = foretold_.mark();
        std::string_view notes = foretold_.notes(before);
        bool as_foretold = gap.starts_with(notes);
        if (as_foretold) {
            std::string_view lead_text = gap.substr(notes.size());
            foretold_.advance(gap.substr(0, notes.size()));
            as_foretold = lead_text == foretold_.lead(ply, has_eval || before.clock != no_note,
                                                      has_eval, text.size());
            foretold_.go_back(mark);
        }
        if (as_foretold && move.spelling == MoveSpelling::canonical) {
            ++foretold_moves_;
        } else if (!describe_gap(gap, ply, text, move.spelling)) {
            return false;
        }
        foretold_.advance(gap);
        foretold_.advance(text);
        at = move.end;
    }
    std::string_view gap = between(at, text_end(game));
    PlyNotes before = plies == 0 ? PlyNotes{} : notes_of(game, plies - 1);
    std::string_view notes = foretold_.notes(before);
    if (gap.starts_with(notes)) {
        std::string_view rest = gap.substr(notes.size());
        foretold_.advance(gap.substr(0, notes.size()));
        if (rest == foretold_.tail(plies, game.result_value())) return true;
    }
    return literal(gap, move_only);
}

// The longest text in place of what was foretold: up to the lead, if that at least is right.
bool LayoutWriter::describe_gap(std::string_view gap, std::size_t ply, std::string_view move,
                                MoveSpelling spelling) {
    if (spelling == MoveSpelling::other) {
        std::string all(gap);
        all += move;
        return literal(all, nothing_foretold);
    }
    // The lead depends on the column, and so on the length of the text before it.
    std::size_t mark = foretold_.mark();
    for (std::size_t length = 0; length <= std::min<std::size_t>(gap.size(), 16); ++length) {
        std::string_view text = gap.substr(0, gap.size() - length);
        foretold_.advance(text);
        std::string_view lead =
            foretold_.lead(ply, text.find('{') != std::string_view::npos,
                           text.find("[%eval") != std::string_view::npos, move.size());
        bool fits = gap.substr(text.size()) == lead;
        foretold_.go_back(mark);
        if (fits && length != 0) return literal(text, lead_foretold);
    }
    return literal(gap, move_only);
}

bool LayoutWriter::literal(std::string_view text, char terminator) {
    flush_foretold();
    if (std::ranges::any_of(text, is_control)) return false;
    moves_ += text;
    moves_ += terminator;
    return true;
}

void LayoutWriter::flush_foretold() {
    constexpr std::size_t most_eights = 0x1E - 0x0D;
    while (foretold_moves_ >= 8) {
        std::size_t eights = std::min(foretold_moves_ / 8, most_eights);
        moves_ += static_cast<char>(0x0D + eights);
        foretold_moves_ -= 8 * eights;
    }
    if (foretold_moves_ != 0) moves_ += static_cast<char>(foretold_moves_);
    foretold_moves_ = 0;
}

}  // namespace ign::convert
