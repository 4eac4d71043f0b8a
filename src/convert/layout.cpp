#include "ign/convert/layout.hpp"

#include <algorithm>
#include <array>

#include "game_spans.hpp"
#include "ign/base/text.hpp"
#include "ign/convert/tag_numbers.hpp"

namespace ign::convert {
namespace {

constexpr char lead_foretold = 0x00;
constexpr char move_only = 0x7F;
constexpr char nothing_foretold = 0x1F;

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
    items_.clear();
    literals_.clear();
    style_.mate_sign = game.mate_sign;
    if (game.dump.is_known) {
        style_.black_numbers = game.dump.black_numbers;
        take_glyph_rule(game.dump.glyphs);
        style_.windows_1252 = has_windows_1252(game);
        // The fast path reads tags a line each, with a blank line behind.
        for (const GameTag& tag : game.tags.span()) append_item(game, tag);
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

void LayoutWriter::append_item(const GameRecord& game, const GameTag& tag) {
    if (!columns_give_back(game, tag)) {
        items_ += '!';
        literals_.push_back(between(tag.begin, tag.end));
    } else if (tag.field >= 0) [[likely]] {
        items_ += tag_fields[static_cast<std::size_t>(tag.field)].letter;
    } else {
        items_ += '(';
        items_ += tag.pair.name;
        items_ += ')';
    }
}

void LayoutWriter::describe_tags(const GameRecord& game) {
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
        append_item(game, tag);
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
    // Not for both at once, which would be a search for each byte.
    if (text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos)
        return 0;
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
