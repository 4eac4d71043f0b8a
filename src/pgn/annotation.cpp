#include "ign/pgn/annotation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "bytes.hpp"

namespace ign::pgn {

namespace {

/// Reads an argument from the front and keeps in mind whether it is printed as our writers would.
/// Every take tells whether the thing was there and moves on only then.
class Reader {
  public:
    Reader(const char* begin, const char* end) : at_(begin), end_(end) {}

    [[nodiscard]] bool at_digit() const { return at_ != end_ && is_digit(*at_); }
    [[nodiscard]] const char* position() const { return at_; }
    [[nodiscard]] Spelling spelling() const { return spelling_; }
    void spelled_otherwise() { spelling_ = Spelling::other; }

    bool take(char expected) {
        if (at_ == end_ || *at_ != expected) return false;
        ++at_;
        return true;
    }
    int take_digit() { return *at_++ - '0'; }

    /// White space between name and argument, one blank in canonical printing; there must be some.
    bool take_gap() {
        const char* gap = at_;
        at_ = skip_white(at_, end_);
        if (at_ - gap != 1 || *gap != ' ') spelled_otherwise();
        return at_ != gap;
    }
    /// The bracket, with white space before it in other than canonical printing.
    bool take_close() {
        if (take(']')) return true;
        spelled_otherwise();
        at_ = skip_white(at_, end_);
        return take(']');
    }
    /// 1 to `at_most` digits, at most 9, or -1. Zeros in front are not canonical.
    std::int32_t take_number(int at_most) {
        const char* digits = at_;
        std::int32_t number = 0;
        while (at_digit() && at_ - digits < at_most) number = number * 10 + take_digit();
        if (at_ == digits || at_digit()) return -1;
        if (*digits == '0' && at_ - digits > 1) spelled_otherwise();
        return number;
    }
    /// Two digits of a number below 60, or -1.
    std::int32_t take_sixtieths() {
        if (end_ - at_ < 2 || !is_digit(at_[0]) || !is_digit(at_[1]) || at_[0] > '5') return -1;
        const std::int32_t tens = take_digit();
        return tens * 10 + take_digit();
    }

  private:
    const char* at_;
    const char* end_;
    Spelling spelling_ = Spelling::canonical;
};

std::optional<ClockValue> read_clock(Reader& reader) {
    if (!reader.take_gap()) return std::nullopt;
    const std::int64_t hours = reader.take_number(6);
    if (hours < 0 || !reader.take(':')) return std::nullopt;
    const std::int32_t minutes = reader.take_sixtieths();
    if (minutes < 0 || !reader.take(':')) return std::nullopt;
    const std::int32_t seconds = reader.take_sixtieths();
    if (seconds < 0) return std::nullopt;
    ClockValue clock{((hours * 60 + minutes) * 60 + seconds) * 1000, 0};
    if (reader.take('.')) {
        constexpr std::int64_t place_values[] = {100, 10, 1};
        for (; reader.at_digit() && clock.fraction_digits < 3; ++clock.fraction_digits) {
            clock.milliseconds += place_values[clock.fraction_digits] * reader.take_digit();
        }
        if (clock.fraction_digits == 0) return std::nullopt;
    }
    return reader.take_close() ? std::optional(clock) : std::nullopt;
}

/// Hundredths from 1 to 9 decimals, rounded half up; -1 if there are none or more.
std::int32_t take_hundredths(Reader& reader) {
    std::int32_t hundredths = 0;
    int digits = 0;
    for (; reader.at_digit() && digits < 9; ++digits) {
        const int digit = reader.take_digit();
        if (digits == 0) hundredths = digit * 10;
        if (digits == 1) hundredths += digit;
        if (digits == 2 && digit >= 5) ++hundredths;
        if (digits == 2 || (digits == 1 && digit == 0)) reader.spelled_otherwise();
    }
    return digits == 0 || reader.at_digit() ? -1 : hundredths;
}

std::optional<EvalValue> read_eval(Reader& reader) {
    if (!reader.take_gap()) return std::nullopt;
    EvalValue eval{reader.take('#') ? EvalKind::mate : EvalKind::centipawns, 0, -1};
    const bool is_negative = reader.take('-');
    if (!is_negative && reader.take('+')) reader.spelled_otherwise();
    eval.value = reader.take_number(6);
    if (eval.value < 0) return std::nullopt;
    if (eval.kind == EvalKind::centipawns) {
        eval.value *= 100;
        if (reader.take('.')) {
            const std::int32_t hundredths = take_hundredths(reader);
            if (hundredths < 0) return std::nullopt;
            eval.value += hundredths;
        } else {
            reader.spelled_otherwise();
        }
    }
    if (is_negative && eval.value == 0) reader.spelled_otherwise();
    if (is_negative) eval.value = -eval.value;
    if (reader.take(',')) {
        eval.depth = reader.take_number(6);
        if (eval.depth < 0) return std::nullopt;
    }
    return reader.take_close() ? std::optional(eval) : std::nullopt;
}

/// Fills `slot` from the command that starts at `open`; returns where to go on.
template <class Value, class Read>
const char* fill(std::optional<Annotation<Value>>& slot, const char* open, const char* argument,
                 const char* end, Read read) {
    Reader reader(argument, end);
    const std::optional<Value> value = read(reader);
    if (!value) return argument;
    slot = {*value, reader.spelling(), open, reader.position()};
    return reader.position();
}

char* append(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

template <class Number>
char* append_number(char* out, Number number) {
    if (number >= 0 && number < 10) [[likely]] {
        *out = static_cast<char>('0' + number);
        return out + 1;
    }
    return std::to_chars(out, out + 20, number).ptr;
}

constexpr std::array<char, 200> make_two_digits() {
    std::array<char, 200> digits{};
    for (int i = 0; i < 200; ++i)
        digits[i] = static_cast<char>('0' + (i % 2 ? i / 2 % 10 : i / 20));
    return digits;
}
constexpr std::array<char, 200> two_digits = make_two_digits();

/// A number below 100.
char* append_two_digits(char* out, std::uint32_t number) {
    std::memcpy(out, &two_digits[2 * number], 2);
    return out + 2;
}

}  // namespace

Annotations scan_annotations(std::string_view comment) {
    constexpr std::string_view clock_name = "%clk";
    constexpr std::string_view eval_name = "%eval";
    Annotations found;
    const char* position = comment.data();
    const char* end = position + comment.size();
    for (;;) {
        const char* open = find_byte(position, end, '[');
        if (open == nullptr) return found;
        position = open + 1;
        const std::string_view rest(position, static_cast<std::size_t>(end - position));
        if (!found.clock && rest.starts_with(clock_name)) {
            position = fill(found.clock, open, position + clock_name.size(), end, read_clock);
        } else if (!found.eval && rest.starts_with(eval_name)) {
            position = fill(found.eval, open, position + eval_name.size(), end, read_eval);
        }
    }
}

char* write_clock(ClockValue clock, char* out) {
    out = append(out, "[%clk ");
    const std::int64_t all_seconds = clock.milliseconds / 1000;
    const std::int64_t hours = all_seconds / 3600;
    const auto seconds = static_cast<std::uint32_t>(all_seconds - hours * 3600);
    out = append_number(out, hours);
    *out++ = ':';
    out = append_two_digits(out, seconds / 60);
    *out++ = ':';
    out = append_two_digits(out, seconds % 60);
    if (clock.fraction_digits == 0) {
        *out = ']';
        return out + 1;
    }
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
