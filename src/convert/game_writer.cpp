#include "ign/convert/game_writer.hpp"

#include <algorithm>
#include <optional>

#include "ign/base/text.hpp"
#include "ign/convert/layout.hpp"
#include "ign/pgn/writer.hpp"
#include "wthor_rows.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

// The length in front of a part; false if there is none.
bool take_length(std::string_view& rest, std::uint64_t& length) {
    length = 0;
    for (unsigned shift = 0; shift <= 56; shift += 7) {
        if (rest.empty()) return false;
        auto byte = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        length |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

std::string_view name_of(char letter) {
    int field = find_tag_field(letter);
    return field < 0 ? std::string_view() : tag_fields[static_cast<std::size_t>(field)].name;
}

// How many foretold moves a control byte of the part M stands for; 0 for one that ends a text.
std::size_t run_of(unsigned char byte) {
    if (byte >= 0x01 && byte <= 0x08) return byte;
    return byte >= 0x0E && byte <= 0x1E ? 8 * (byte - 0x0DU) : 0;
}

// The place of the first control byte of the part M, or the size if there is none.
std::size_t find_control(std::string_view changes) {
    auto is_control = [](char c) {
        auto byte = static_cast<unsigned char>(c);
        return run_of(byte) != 0 || byte == 0x00 || byte == 0x1F || byte == 0x7F;
    };
    return static_cast<std::size_t>(std::ranges::find_if(changes, is_control) - changes.begin());
}

}  // namespace

bool GameWriter::take_part(Parts& parts, std::string_view& part) {
    if (parts.left == 0) return fail("the column rest is cut short");
    std::uint64_t length = parts.rest.size();
    if (--parts.left != 0 && (!take_length(parts.rest, length) || length > parts.rest.size())) {
        return fail("the column rest is cut short");
    }
    part = parts.rest.substr(0, length);
    parts.rest.remove_prefix(length);
    return true;
}

bool GameWriter::fail(std::string what) {
    fault_ = std::move(what);
    return false;
}

Exactness GameWriter::write(const RowCursor& row, std::string& out) {
    scratch_.clear();
    Exactness exactness = write(row, scratch_);
    out.append(scratch_.data(), scratch_.size());
    return exactness;
}

Exactness GameWriter::write(const RowCursor& row, columnar::Buffer<char>& out) {
    if (auto raw = row.bytes(Field::raw)) {
        out.append(raw->data(), raw->size());
        return Exactness::exact;
    }
    if (is_wthor_row(row)) {
        fault_ = write_wthor_row(row, out);
        return fault_.empty() ? Exactness::exact : Exactness::impossible;
    }
    out_ = &out;
    std::size_t begin = out.size();
    if (write_text(row)) return exactness_;
    out.truncate(begin);
    return Exactness::impossible;
}

bool GameWriter::write_text(const RowCursor& row) {
    Parts parts;
    bool has_layout = read_layout(row, parts);
    if (!has_layout) parts = {};
    exactness_ = has_layout && has_all_columns(row) ? Exactness::exact : Exactness::approximate;
    if (!start_position(row, has_layout ? &parts : nullptr) || !read_moves(row)) return false;
    read_notes(row);
    if (!has_layout) {
        write_plain_header(row);
    } else if (!write_header(row, parts)) {
        return false;
    }
    std::string_view glyphs;
    std::string_view changes;
    if (parts.has('G') && !take_part(parts, glyphs)) return false;
    if (parts.has('M') && !take_part(parts, changes)) return false;
    if (moves_.size() != 0 && parts.style.mate_sign == MateSign::plus) {
        MoveText& last = moves_[moves_.size() - 1];
        char& sign = last.text[last.size - 1U];
        if (sign == '#') sign = '+';
    }
    read_glyphs(parts.style.glyphs, glyphs);
    if (parts.style.glyph_carry != GlyphCarry::nowhere) carry_read_glyphs(parts.style.glyph_carry);
    foretold_.start(parts.style, first_number_, first_mover_, clock_digits_);
    return write_moves(row, changes);
}

// Are those columns there whose lack the layout does not show?
bool GameWriter::has_all_columns(const RowCursor& row) const {
    bool has_clocks = row.has(Field::spent_white) && row.has(Field::spent_black);
    has_clocks |= row.has(Field::clock_white) && row.has(Field::clock_black);
    return has_clocks && row.has(Field::clock_scale) && row.has(Field::eval) &&
           row.has(Field::result);
}

bool GameWriter::read_layout(const RowCursor& row, Parts& parts) {
    auto layout = row.bytes(Field::layout);
    if (!layout) return false;
    std::size_t first = std::min(layout->find(' '), layout->size());
    parts.items = layout->substr(0, first);
    std::string_view style = layout->substr(std::min(first + 1, layout->size()));
    std::size_t second = std::min(style.find(' '), style.size());
    parts.names = style.substr(std::min(second + 1, style.size()));
    auto parsed = parse_layout_style(style.substr(0, second));
    if (!parsed) return false;
    parts.style = *parsed;
    parts.rest = row.bytes(Field::rest).value_or(std::string_view());
    parts.left =
        parts.names.size() + static_cast<std::size_t>(std::ranges::count(parts.items, '!'));
    if (parts.left != 0 && !row.has(Field::rest)) return false;
    return parts.names.empty() || !parts.rest.empty();
}

// Does the row tell without the column FEN that its game starts from the standard position? `ign8`
// has a value in such games alone, and a layout names the FEN tag unless it is kept as text.
bool GameWriter::is_known_as_standard(const RowCursor& row, const Parts* parts) {
    if (row.has(Field::ign8)) return row.long_number(Field::ign8).has_value();
    if (parts == nullptr || parts->has('h')) return false;
    bool in_name = false;
    return std::ranges::none_of(parts->items, [&in_name](char item) {
        if (item == '(' || item == ')') in_name = item == '(';
        return !in_name && (item == '!' || name_of(item) == "FEN");
    });
}

// A line of a tag pair. One whose value has been taken from the row is left out, but for the start
// position, without which the number means another game.
bool GameWriter::write_tag(const RowCursor& row, std::string_view name, int field,
                           const LayoutStyle& style) {
    auto value = values_.find(row, name, field);
    if (!value) {
        if (name == "FEN") return fail("the start position is missing: the column FEN");
        exactness_ = Exactness::approximate;
        return true;
    }
    std::string encoded;
    if (style.windows_1252 && append_as_windows_1252(*value, encoded)) {
        value = encoded;
    } else if (style.windows_1252) {
        exactness_ = Exactness::approximate;
    }
    append_tag(name, *value);
    append(to_text(style.line_end));
    return true;
}

void GameWriter::append_tag(std::string_view name, std::string_view value) {
    char* out = out_->reserve(pgn::most_tag_bytes(name, value));
    out_->commit(static_cast<std::size_t>(pgn::write_tag(name, value, out) - out));
}

bool GameWriter::write_header(const RowCursor& row, Parts& parts) {
    std::string_view part;
    bool whole = parts.has('h');
    if (whole || parts.has('p')) {
        if (!take_part(parts, part)) return false;
        append(part);
        if (whole) return true;
    }
    std::string_view line_end = to_text(parts.style.line_end);
    std::string_view items = parts.items;
    while (!items.empty()) {
        char letter = items.front();
        items.remove_prefix(1);
        if (letter == '!') {
            if (!take_part(parts, part)) return false;
            append(part);
            append(line_end);
            continue;
        }
        int field = find_tag_field(letter);
        std::string_view name;
        if (letter == '(') {
            std::size_t end = std::min(items.find(')'), items.size());
            name = items.substr(0, end);
            field = find_tag_field(name);
            items.remove_prefix(std::min(end + 1, items.size()));
        } else if (field >= 0) {
            name = tag_fields[static_cast<std::size_t>(field)].name;
        }
        if (!write_tag(row, name, field, parts.style)) return false;
    }
    if (parts.items.empty()) return true;
    for (int i = 0; i < parts.style.blank_before; ++i) append(line_end);
    return true;
}

// Without a layout: the seven-tag roster first, as the PGN standard wants it, then all the others.
void GameWriter::write_plain_header(const RowCursor& row) {
    constexpr std::string_view roster = "ESDRWBr";
    for (std::size_t i = 0; i < tag_fields.size(); ++i) {
        const TagField& entry = tag_fields[i];
        if (auto value = values_.find(row, entry.name, static_cast<int>(i))) {
            append_tag(entry.name, *value);
        } else if (roster.find(entry.letter) != std::string_view::npos) {
            append_tag(entry.name, entry.letter == 'r' ? "*" : "?");
        } else {
            continue;
        }
        append("\n");
    }
    for (std::size_t i = 0; i < row.tag_count(); ++i) {
        if (find_tag_field(row.tag_name(i)) >= 0) continue;
        append_tag(row.tag_name(i), row.tag_value(i));
        append("\n");
    }
    append("\n");
}

void GameWriter::append_moves(std::string_view text) {
    foretold_.advance(text);
    append(text);
}

// The moves [first, last) and what leads to them.
void GameWriter::write_foretold(std::size_t first, std::size_t last) {
    constexpr std::size_t at_once = 64;
    while (first != last) {
        std::size_t end = std::min(last, first + at_once);
        char* out = out_->reserve((end - first) * most_ply_bytes);
        char* written = foretold_.write_plies(first, end, notes_.data(), moves_.data(), out);
        out_->commit(static_cast<std::size_t>(written - out));
        first = end;
    }
}

// One text of the part M of `rest` (layout.hpp) and the byte that ends it, before the move `ply`.
void GameWriter::write_change(std::size_t ply, std::string_view text, unsigned char end) {
    append_moves(text);
    if (ply == moves_.size()) return;
    std::string_view san = moves_[ply].view();
    if (end == 0x00) {
        append_moves(foretold_.lead(ply, text.find('{') != std::string_view::npos,
                                    text.find("[%eval") != std::string_view::npos, san.size()));
    }
    if (end != 0x1F) append_moves(san);
}

// Reads the part M of `rest` along with the moves.
bool GameWriter::write_moves(const RowCursor& row, std::string_view changes) {
    std::size_t plies = moves_.size();
    std::size_t ply = 0;
    bool is_over = false;
    while (!changes.empty()) {
        if (is_over) return fail("the column rest goes past the game");
        std::size_t length = find_control(changes);
        if (length == changes.size()) return fail("the column rest is cut short");
        auto byte = static_cast<unsigned char>(changes[length]);
        std::size_t run = run_of(byte);
        if (run > plies - ply) return fail("the column rest has more moves than the game");
        write_foretold(ply, ply + run);
        ply += run;
        if (run_of(byte) == 0) {
            is_over = ply == plies;
            write_change(ply++, changes.substr(0, length), byte);
        }
        changes.remove_prefix(length + 1);
    }
    if (is_over) return true;
    write_foretold(ply, plies);
    append_moves(foretold_.notes(plies == 0 ? PlyNotes{} : notes_[plies - 1]));
    std::string_view no_result = exactness_ == Exactness::exact ? "" : "*";
    append_moves(foretold_.tail(plies, row.bytes(Field::result).value_or(no_result)));
    return true;
}

}  // namespace ign::convert
