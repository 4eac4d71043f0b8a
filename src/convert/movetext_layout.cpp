#include "ign/convert/movetext_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ign::convert {
namespace {

// Of each the second character is written whether it is there or not.
constexpr const char* glyph_texts[] = {"\0", "?!", "?\0", "??"};
constexpr std::size_t glyph_sizes[] = {0, 2, 1, 2};

constexpr std::uint32_t short_number_limit = 1000;

// The digits of a number below 1000 and how many there are.
constexpr std::array<std::array<char, 4>, short_number_limit> make_short_numbers() {
    std::array<std::array<char, 4>, short_number_limit> numbers{};
    for (std::uint32_t i = 0; i < short_number_limit; ++i) {
        auto digit = [](std::uint32_t value) { return static_cast<char>('0' + value % 10); };
        if (i < 10)
            numbers[i] = {digit(i), 0, 0, 1};
        else if (i < 100)
            numbers[i] = {digit(i / 10), digit(i), 0, 2};
        else
            numbers[i] = {digit(i / 100), digit(i / 10), digit(i), 3};
    }
    return numbers;
}
constexpr auto short_numbers = make_short_numbers();

char* write_number(std::uint64_t number, char* out) {
    if (number >= short_number_limit) [[unlikely]]
        return std::to_chars(out, out + 20, number).ptr;
    const std::array<char, 4>& digits = short_numbers[number];
    std::memcpy(out, digits.data(), 4);
    return out + digits[3];
}

std::size_t number_size(std::uint64_t number) {
    if (number < short_number_limit) [[likely]]
        return static_cast<std::size_t>(short_numbers[number][3]);
    char digits[20];
    return static_cast<std::size_t>(write_number(number, digits) - digits);
}

constexpr PlyNotes no_notes;
constexpr std::int32_t ten_hours = 36'000'000;

// Text of at most eight bytes as they are in memory.
constexpr std::uint64_t packed(std::string_view text) {
    std::uint64_t word = 0;
    for (std::size_t i = text.size(); i-- > 0;)
        word = word << 8 | static_cast<unsigned char>(text[i]);
    return word;
}

char* store(char* out, std::uint64_t word) {
    std::memcpy(out, &word, sizeof word);
    return out;
}

// " 0:mm:ss" for each second of an hour.
constexpr std::array<std::uint64_t, 3600> make_clock_words() {
    std::array<std::uint64_t, 3600> words{};
    for (std::uint64_t second = 0; second < words.size(); ++second) {
        auto digits = [](std::uint64_t number) { return number / 10 + number % 10 * 256; };
        words[second] =
            packed(" 0:00:00") + (digits(second / 60) << 24) + (digits(second % 60) << 48);
    }
    return words;
}
constexpr auto clock_words = make_clock_words();

// " { [%clk h:mm:ss] }" of less than ten hours, and what may follow is overwritten.
char* write_short_clock_comment(std::uint32_t milliseconds, char* out) {
    std::uint32_t seconds = milliseconds / 1000;
    std::uint32_t hours = seconds / 3600;
    store(out, packed(" { [%clk"));
    store(out + 8, clock_words[seconds - hours * 3600] + (std::uint64_t{hours} << 8));
    store(out + 16, packed("] }"));
    return out + 19;
}

// " 12. " or " 12... " of a number below 1000.
char* write_short_lead(std::uint64_t number, bool black, char* out) {
    std::uint32_t digits;
    std::memcpy(&digits, short_numbers[number].data(), 4);
    std::uint32_t size = digits >> 24;
    std::uint64_t dots = black ? packed("... ") : packed(". ");
    store(out, packed(" ") | std::uint64_t{digits & 0xFFFFFF} << 8 | dots << (8 * size + 8));
    return out + size + (black ? 5 : 3);
}

char* append(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

}  // namespace

void MovetextLayout::start(const LayoutStyle& style, std::uint32_t first_number, Mover first_mover,
                           int clock_digits) {
    style_ = style;
    first_number_ = first_number;
    black_begins_ = first_mover == Mover::black;
    if (style.number_start == NumberStart::half_a_move_early) {
        if (!black_begins_) --first_number_;
        black_begins_ = !black_begins_;
    }
    clock_digits_ = clock_digits;
    column_ = 0;
}

void MovetextLayout::advance(std::string_view text) {
    if (text.empty()) return;
    if (style_.width == 0) {
        column_ = text.back() != '\n' && text.back() != '\r';
        return;
    }
    column_ = column_after(text);
}

std::size_t MovetextLayout::column_after(std::string_view text) const {
    for (std::size_t i = text.size(); i != 0; --i) {
        if (text[i - 1] == '\n' || text[i - 1] == '\r') return text.size() - i;
    }
    return column_ + text.size();
}

// Where `begin` is what follows the text that advance has seen, and no line ends before `at` but by
// separate.
bool MovetextLayout::at_line_begin(const char* begin, const char* at) const {
    return at == begin ? column_ == 0 : at[-1] == '\n' || at[-1] == '\r';
}

// A space, or a line end where the word of so many bytes behind it would not fit.
char* MovetextLayout::separate(const char* begin, char* at, std::size_t bytes) const {
    if (at_line_begin(begin, at)) return at;
    if (style_.width != 0) {
        std::size_t column = column_after({begin, static_cast<std::size_t>(at - begin)});
        if (column + 1 + bytes > style_.width) return append(at, to_text(style_.line_end));
    }
    *at = ' ';
    return at + 1;
}

char* MovetextLayout::write_notes(const PlyNotes& before, char* out) const {
    auto glyph = static_cast<std::size_t>(before.glyph);
    std::memcpy(out, glyph_texts[glyph], 2);
    char* at = out + glyph_sizes[glyph];
    if (before.clock == no_note && before.eval == no_note) return at;
    if (style_.width == 0) return write_comment(before, separate(out, at, 0));
    // Where a line may end the comment must be known first.
    char comment[most_ply_bytes];
    auto size = static_cast<std::size_t>(write_comment(before, comment) - comment);
    return append(separate(out, at, size), {comment, size});
}

char* MovetextLayout::write_comment(const PlyNotes& before, char* out) const {
    std::size_t pad = style_.notes == NoteForm::spaced ? 1 : 0;
    out = append(out, "{ ") - (1 - pad);
    if (before.eval != no_note) {
        std::int32_t eval = before.eval;
        pgn::EvalValue value{pgn::EvalKind::centipawns, eval, -1};
        if (eval > pgn::most_centipawns) {
            value = {pgn::EvalKind::mate, pgn::mate_base - eval, -1};
        } else if (eval < -pgn::most_centipawns) {
            value = {pgn::EvalKind::mate, -(eval + pgn::mate_base + 1), -1};
        }
        out = pgn::write_eval(value, out);
        *out = ' ';
        out += before.clock != no_note;
    }
    if (before.clock != no_note) {
        int digits = clock_digits_;
        if (style_.clocks == ClockForm::shortest) {
            std::int32_t fraction = before.clock % 1000;
            digits = fraction == 0 ? 0 : fraction % 100 == 0 ? 1 : fraction % 10 == 0 ? 2 : 3;
        }
        out = pgn::write_clock({before.clock, static_cast<std::uint8_t>(digits)}, out);
    }
    *out = ' ';
    out += pad;
    *out = '}';
    return out + 1;
}

char* MovetextLayout::write_lead(std::size_t ply, bool comment, bool eval, std::size_t move_bytes,
                                 char* out) const {
    std::size_t half_move = ply + (black_begins_ ? 1 : 0);
    bool black = half_move % 2 == 1;
    bool numbered = !black || ply == 0 || style_.black_numbers == BlackNumbers::always ||
                    (comment && style_.black_numbers == BlackNumbers::after_comment) ||
                    (eval && style_.black_numbers == BlackNumbers::after_eval);
    if (!numbered) return separate(out, out, move_bytes);
    std::uint64_t number = first_number_ + half_move / 2;
    std::size_t dots = black ? 3 : 1;
    std::size_t size = style_.width == 0 ? 0 : number_size(number) + dots;
    bool is_tight = style_.numbers == NumberForm::tight;
    char* at = write_number(number, separate(out, out, is_tight ? size + move_bytes : size));
    append(at, "...");
    at += dots;
    return is_tight ? at : separate(out, at, move_bytes);
}

char* MovetextLayout::write_ply(std::size_t ply, const PlyNotes& before, const MoveText& move,
                                char* out) {
    bool has_eval = before.eval != no_note;
    char* at = write_notes(before, out);
    advance({out, static_cast<std::size_t>(at - out)});
    char* lead = at;
    at = write_lead(ply, has_eval || before.clock != no_note, has_eval, move.size, at);
    std::memcpy(at, move.text.data(), sizeof move.text);
    at += move.size;
    advance({lead, static_cast<std::size_t>(at - lead)});
    return at;
}

// The layout of a dump: nothing breaks a line, and what is between is always spaced alike.
bool MovetextLayout::is_plain() const {
    return style_.width == 0 && style_.numbers == NumberForm::spaced &&
           style_.notes == NoteForm::spaced;
}

char* MovetextLayout::write_plies(std::size_t first, std::size_t last, const PlyNotes* notes,
                                  const MoveText* moves, char* out) {
    bool is_fast = is_plain() && first_number_ + last / 2 < short_number_limit;
    while (first != last) {
        if (is_fast && column_ != 0) return write_plain_plies(first, last, notes, moves, out);
        out = write_ply(first, first == 0 ? PlyNotes{} : notes[first - 1], moves[first], out);
        ++first;
    }
    return out;
}

// As write_ply for each, in the plain layout and not at the begin of a line, where it stays.
char* MovetextLayout::write_plain_plies(std::size_t first, std::size_t last, const PlyNotes* notes,
                                        const MoveText* moves, char* out) const {
    const bool always = style_.black_numbers == BlackNumbers::always;
    const bool after_comment = style_.black_numbers == BlackNumbers::after_comment;
    const bool after_eval = style_.black_numbers == BlackNumbers::after_eval;
    const bool has_short_clocks = clock_digits_ == 0;
    for (std::size_t ply = first; ply != last; ++ply) {
        const PlyNotes& before = ply == 0 ? no_notes : notes[ply - 1];
        bool has_eval = before.eval != no_note;
        bool has_comment = has_eval || before.clock != no_note;
        auto glyph = static_cast<std::size_t>(before.glyph);
        std::memcpy(out, glyph_texts[glyph], 2);
        out += glyph_sizes[glyph];
        if (has_comment) {
            bool is_short = has_short_clocks && !has_eval && before.clock < ten_hours;
            if (is_short) [[likely]] {
                out = write_short_clock_comment(static_cast<std::uint32_t>(before.clock), out);
            } else {
                *out = ' ';
                out = write_comment(before, out + 1);
            }
        }
        std::size_t half_move = ply + (black_begins_ ? 1 : 0);
        bool black = half_move % 2 == 1;
        bool numbered = !black || ply == 0 || always || (has_comment && after_comment) ||
                        (has_eval && after_eval);
        out = numbered ? write_short_lead(first_number_ + half_move / 2, black, out)
                       : append(out, " ");
        std::memcpy(out, &moves[ply], sizeof(MoveText));
        out += moves[ply].size;
    }
    return out;
}

std::string_view MovetextLayout::notes(const PlyNotes& before) {
    char* end = write_notes(before, buffer_.data());
    return {buffer_.data(), static_cast<std::size_t>(end - buffer_.data())};
}

std::string_view MovetextLayout::lead(std::size_t ply, bool comment, bool eval,
                                      std::size_t move_bytes) {
    char* end = write_lead(ply, comment, eval, move_bytes, buffer_.data());
    return {buffer_.data(), static_cast<std::size_t>(end - buffer_.data())};
}

std::string_view MovetextLayout::tail(std::size_t plies, std::string_view result) {
    char separator[2] = {};
    char* end = plies != 0 ? separate(separator, separator, result.size()) : separator;
    tail_.assign(separator, end);
    tail_ += result;
    for (int i = 0; i < style_.ends_after; ++i) tail_ += to_text(style_.line_end);
    return tail_;
}

}  // namespace ign::convert
