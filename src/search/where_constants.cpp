#include "where_constants.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>

#include "ign/base/ascii.hpp"

namespace ign::search {
namespace {

constexpr std::int64_t milliseconds_per_day = 86'400'000;

// So many digits at the front of the text, taken away from it.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    int value = 0;
    if (text.size() < count) return std::nullopt;
    auto [end, fault] = std::from_chars(text.data(), text.data() + count, value);
    if (fault != std::errc() || end != text.data() + count || text[0] == '-') return std::nullopt;
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, std::string_view any_of) {
    if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<std::int64_t> take_day(std::string_view& text) {
    auto year = take_digits(text, 4);
    if (!year || !take(text, "-.")) return std::nullopt;
    auto month = take_digits(text, 2);
    if (!month || !take(text, "-.")) return std::nullopt;
    auto day = take_digits(text, 2);
    if (!day) return std::nullopt;
    std::chrono::year_month_day date{std::chrono::year(*year),
                                     std::chrono::month(static_cast<unsigned>(*month)),
                                     std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count();
}

std::optional<std::int64_t> take_seconds(std::string_view& text) {
    auto hours = take_digits(text, 2);
    if (!hours || !take(text, ":")) return std::nullopt;
    auto minutes = take_digits(text, 2);
    std::optional<int> seconds = 0;
    if (take(text, ":")) seconds = take_digits(text, 2);
    if (!minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 59) return std::nullopt;
    return *hours * 3600 + *minutes * 60 + *seconds;
}

}  // namespace

std::optional<NumberConstant> parse_number(std::string_view text) {
    bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    std::size_t point = std::min(text.find('.'), text.size());
    std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    std::uint64_t whole = 0;
    if (point != 0) {
        auto [end, fault] = std::from_chars(text.data(), text.data() + point, whole);
        if (fault != std::errc() || end != text.data() + point) return std::nullopt;
    }
    bool has_fraction = fraction.find_first_not_of('0') != std::string_view::npos;
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (is_negative) {
        whole += has_fraction;
        if (whole > most + 1) return std::nullopt;
        return NumberConstant{static_cast<std::int64_t>(~whole + 1), has_fraction};
    }
    if (whole > most) return std::nullopt;
    return NumberConstant{static_cast<std::int64_t>(whole), has_fraction};
}

std::optional<NumberConstant> parse_moment(std::string_view text) {
    auto day = take_day(text);
    if (!day) return std::nullopt;
    std::int64_t seconds = 0;
    if (take(text, " T")) {
        auto time = take_seconds(text);
        if (!time) return std::nullopt;
        seconds = *time;
        take(text, "Z");
    }
    if (!text.empty()) return std::nullopt;
    return NumberConstant{*day * milliseconds_per_day + seconds * 1000, false};
}

NumberConstant to_days(NumberConstant milliseconds) {
    std::int64_t rest = milliseconds.floor % milliseconds_per_day;
    bool is_before = rest < 0;
    return {milliseconds.floor / milliseconds_per_day - is_before, rest != 0};
}

std::optional<columnar::Field> find_column(std::string_view name) {
    auto is_named = [name](const columnar::FieldInfo& field) {
        return same_word(field.name, name);
    };
    auto found = std::ranges::find_if(columnar::fields, is_named);
    if (found == columnar::fields.end()) return std::nullopt;
    return static_cast<columnar::Field>(found - columnar::fields.begin());
}

}  // namespace ign::search
