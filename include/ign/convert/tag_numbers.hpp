#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

/// Numbers, dates and times in the values of tags. To be inlined: g++ returns an optional by way of
/// memory, in two parts that the reader of the whole waits for.
namespace ign::convert {

namespace detail {

/// What a digit counts, or 10 and more for another character.
constexpr unsigned digit(char c) { return static_cast<unsigned char>(c - '0'); }

/// The digits text[at, at + count) as a number, or -1.
constexpr int digits(std::string_view text, std::size_t at, std::size_t count) {
    unsigned value = 0;
    bool all_digits = true;
    for (std::size_t i = at; i < at + count; ++i) {
        all_digits &= digit(text[i]) < 10;
        value = value * 10 + digit(text[i]);
    }
    return all_digits ? static_cast<int>(value) : -1;
}

}  // namespace detail

/// A whole number of at most 16 bits with an optional sign, nothing else; none for `?`, `1500.5`,
/// `0x10`.
[[gnu::always_inline]] inline std::optional<std::int16_t> parse_int16(std::string_view text) {
    bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.size() > 5) return std::nullopt;
    int value = detail::digits(text, 0, text.size());
    if (value < 0) return std::nullopt;
    if (negative) value = -value;
    if (value < std::numeric_limits<std::int16_t>::min() ||
        value > std::numeric_limits<std::int16_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int16_t>(value);
}

/// `yyyy.MM.dd` as days since 1970-01-01; none for unknown parts (`????`) and days that do not
/// exist.
[[gnu::always_inline]] inline std::optional<std::int32_t> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '.' || text[7] != '.') return std::nullopt;
    int year = detail::digits(text, 0, 4);
    int month = detail::digits(text, 5, 2);
    int day = detail::digits(text, 8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    std::chrono::year_month_day date{std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count());
}

/// `HH:mm:ss` as seconds since midnight; none for what no clock shows.
[[gnu::always_inline]] inline std::optional<std::int32_t> parse_time(std::string_view text) {
    if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
    int hours = detail::digits(text, 0, 2);
    int minutes = detail::digits(text, 3, 2);
    int seconds = detail::digits(text, 6, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
        return std::nullopt;
    }
    return hours * 3600 + minutes * 60 + seconds;
}

}  // namespace ign::convert
