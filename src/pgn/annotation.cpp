#include "ign/pgn/annotation.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "bytes.hpp"

namespace ign::pgn {

namespace {

/// Reads a text from the front. Every read tells whether it was there and moves on only then.
class Reader {
  public:
    Reader(const char* begin, const char* end) : at_(begin), end_(end) {}

    [[nodiscard]] bool at_end() const { return at_ == end_; }
    [[nodiscard]] bool at_digit() const { return at_ != end_ && is_digit(*at_); }
    [[nodiscard]] const char* position() const { return at_; }

    bool take(char expected) {
        if (at_ == end_ || *at_ != expected) return false;
        ++at_;
        return true;
    }
    void skip_white() { at_ = pgn::skip_white(at_, end_); }

    /// A run of `at_least` to `at_most` digits, at most 9; -1 if there is no such run.
    std::int32_t take_number(int at_least, int at_most) {
        const char* digits_end = skip_digits(at_, end_);
        if (digits_end - at_ < at_least || digits_end - at_ > at_most) return -1;
        std::int32_t number = 0;
        for (; at_ != digits_end; ++at_) number = number * 10 + (*at_ - '0');
        return number;
    }

  private:
    const char* at_;
    const char* end_;
};

std::optional<ClockValue> read_clock(Reader reader) {
    reader.skip_white();
    const std::int64_t hours = reader.take_number(1, 6);
    if (hours < 0 || !reader.take(':')) return std::nullopt;
    const std::int64_t minutes = reader.take_number(2, 2);
    if (minutes < 0 || minutes > 59 || !reader.take(':')) return std::nullopt;
    const std::int64_t seconds = reader.take_number(2, 2);
    if (seconds < 0 || seconds > 59) return std::nullopt;
    ClockValue clock{((hours * 60 + minutes) * 60 + seconds) * 1000, 0};
    if (reader.take('.')) {
        const char* fraction = reader.position();
        std::int32_t value = reader.take_number(1, 3);
        if (value < 0) return std::nullopt;
        clock.fraction_digits = static_cast<std::uint8_t>(reader.position() - fraction);
        for (int digit = clock.fraction_digits; digit < 3; ++digit) value *= 10;
        clock.milliseconds += value;
    }
    reader.skip_white();
    return reader.at_end() ? std::optional(clock) : std::nullopt;
}

/// Hundredths from decimals of any number, rounded half up.
std::optional<std::int32_t> take_hundredths(Reader& reader) {
    std::int32_t hundredths = 0;
    int digits = 0;
    for (; reader.at_digit() && digits < 9; ++digits) {
        const std::int32_t digit = *reader.position() - '0';
        if (digits == 0) hundredths = digit * 10;
        if (digits == 1) hundredths += digit;
        if (digits == 2 && digit >= 5) ++hundredths;
        reader.take(*reader.position());
    }
    if (digits == 0 || reader.at_digit()) return std::nullopt;
    return hundredths;
}

std::optional<EvalValue> read_eval(Reader reader) {
    reader.skip_white();
    EvalValue eval{reader.take('#') ? EvalKind::mate : EvalKind::centipawns, 0, -1};
    const bool is_negative = reader.take('-');
    if (!is_negative) reader.take('+');
    eval.value = reader.take_number(1, 6);
    if (eval.value < 0) return std::nullopt;
    if (eval.kind == EvalKind::centipawns) {
        eval.value *= 100;
        if (reader.take('.')) {
            const std::optional<std::int32_t> hundredths = take_hundredths(reader);
            if (!hundredths) return std::nullopt;
            eval.value += *hundredths;
        }
    }
    if (is_negative) eval.value = -eval.value;
    if (reader.take(',')) {
        eval.depth = reader.take_number(1, 6);
        if (eval.depth < 0) return std::nullopt;
    }
    reader.skip_white();
    return reader.at_end() ? std::optional(eval) : std::nullopt;
}

/// True if writing the value gives the text of the command again.
template <class Value, class Write>
Spelling spelling_of(const char* begin, const char* end, Value value, Write write) {
    if (end - begin > annotation_bytes) return Spelling::other;
    char written[annotation_bytes];
    return std::equal(begin, end, written, write(value, written)) ? Spelling::canonical
                                                                  : Spelling::other;
}

char* append(char* out, std::string_view text) {
    std::memcpy(out, text.data(), text.size());
    return out + text.size();
}

template <class Number>
char* append_number(char* out, Number number) {
    return std::to_chars(out, out + 20, number).ptr;
}

char* append_two_digits(char* out, std::int64_t number) {
    *out++ = static_cast<char>('0' + number / 10);
    *out++ = static_cast<char>('0' + number % 10);
    return out;
}

}  // namespace

Annotations scan_annotations(std::string_view comment) {
    constexpr std::ptrdiff_t name_bytes = 4;  // "clk " and "eval" tell the two apart
    Annotations found;
    const char* position = comment.data();
    const char* end = position + comment.size();
    while (position != end) {
        const char* open = static_cast<const char*>(
            std::memchr(position, '[', static_cast<std::size_t>(end - position)));
        if (open == nullptr || end - open < 2 + name_bytes) break;
        position = open + 1;
        if (*position != '%') continue;
        const std::string_view name(open + 2, name_bytes);
        const bool is_clock = name.starts_with("clk") && is_white(name[3]) && !found.clock;
        const bool is_eval = name == "eval" && !found.eval;
        if (!is_clock && !is_eval) continue;
        const char* argument = open + 2 + name_bytes;
        if (is_eval && (argument == end || !is_white(*argument))) continue;
        const char* close = static_cast<const char*>(
            std::memchr(argument, ']', static_cast<std::size_t>(end - argument)));
        if (close == nullptr) break;
        position = close;
        const char* after = close + 1;
        if (is_clock) {
            if (const auto clock = read_clock({argument, close})) {
                found.clock = {*clock, spelling_of(open, after, *clock, write_clock), open, after};
            }
        } else if (const auto eval = read_eval({argument, close})) {
            found.eval = {*eval, spelling_of(open, after, *eval, write_eval), open, after};
        }
    }
    return found;
}

char* write_clock(ClockValue clock, char* out) {
    out = append(out, "[%clk ");
    const std::int64_t seconds = clock.milliseconds / 1000;
    out = append_number(out, seconds / 3600);
    *out++ = ':';
    out = append_two_digits(out, seconds / 60 % 60);
    *out++ = ':';
    out = append_two_digits(out, seconds % 60);
    std::int64_t fraction = clock.milliseconds % 1000;
    for (int digit = 0; digit < clock.fraction_digits; ++digit) {
        if (digit == 0) *out++ = '.';
        *out++ = static_cast<char>('0' + fraction / 100);
        fraction = fraction % 100 * 10;
    }
    *out++ = ']';
    return out;
}

char* write_eval(EvalValue eval, char* out) {
    out = append(out, "[%eval ");
    if (eval.kind == EvalKind::mate) {
        *out++ = '#';
        out = append_number(out, eval.value);
    } else {
        const std::int64_t magnitude = std::abs(std::int64_t{eval.value});
        if (eval.value < 0) *out++ = '-';
        out = append_number(out, magnitude / 100);
        *out++ = '.';
        *out++ = static_cast<char>('0' + magnitude / 10 % 10);
        if (magnitude % 10 != 0) *out++ = static_cast<char>('0' + magnitude % 10);
    }
    if (eval.depth >= 0) {
        *out++ = ',';
        out = append_number(out, eval.depth);
    }
    *out++ = ']';
    return out;
}

}  // namespace ign::pgn
