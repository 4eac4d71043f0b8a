#include "ign/convert/tag_values.hpp"

#include <charconv>
#include <chrono>
#include <cstdio>

#include "ign/convert/tag_fields.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

// `digits` decimal digits of the number, zeros in front.
char* write_padded(unsigned number, int digits, char* out) {
    for (int i = digits - 1; i >= 0; --i) {
        out[i] = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return out + digits;
}

}  // namespace

std::optional<std::string_view> TagValues::find(const RowCursor& row, std::string_view name,
                                                int field) {
    // A value that does not fit its column is in the map; a Result there is the tag's, the column's
    // the terminator's.
    if (auto kept = row.tag(name, next_tag_)) return kept;
    if (field < 0) return std::nullopt;
    const TagField& known = tag_fields[static_cast<std::size_t>(field)];
    if (known.target == TagTarget::text) return row.bytes(known.field);
    if (known.target == TagTarget::utc_time) {
        auto time = row.long_number(Field::utc_date_time);
        return time ? std::optional(print_time(*time)) : std::nullopt;
    }
    auto number = row.number(known.field);
    if (!number) return std::nullopt;
    if (known.target == TagTarget::utc_date) return print_date(*number);
    bool is_change =
        known.field == Field::white_rating_diff || known.field == Field::black_rating_diff;
    return is_change ? print_change(*number) : print_number(*number);
}

std::string_view TagValues::print_date(std::int32_t days) {
    std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    auto year = static_cast<int>(date.year());
    auto month = static_cast<unsigned>(date.month());
    auto day = static_cast<unsigned>(date.day());
    if (year < 0 || year > 9999) {  // no tag's value
        int size = std::snprintf(text_.data(), text_.size(), "%04d.%02u.%02u", year, month, day);
        return {text_.data(), static_cast<std::size_t>(size)};
    }
    char* end = write_padded(static_cast<unsigned>(year), 4, text_.data());
    *end++ = '.';
    end = write_padded(month, 2, end);
    *end++ = '.';
    end = write_padded(day, 2, end);
    return {text_.data(), end};
}

std::string_view TagValues::print_time(std::int64_t milliseconds) {
    constexpr std::int64_t day = 86400;
    auto seconds = static_cast<unsigned>(((milliseconds / 1000) % day + day) % day);
    char* end = write_padded(seconds / 3600, 2, text_.data());
    *end++ = ':';
    end = write_padded(seconds / 60 % 60, 2, end);
    *end++ = ':';
    end = write_padded(seconds % 60, 2, end);
    return {text_.data(), end};
}

std::string_view TagValues::print_number(std::int32_t value) {
    return {text_.data(), std::to_chars(text_.data(), text_.data() + text_.size(), value).ptr};
}

std::string_view TagValues::print_change(std::int32_t value) {
    if (value < 0) return print_number(value);
    text_[0] = '+';
    return {text_.data(), std::to_chars(text_.data() + 1, text_.data() + text_.size(), value).ptr};
}

}  // namespace ign::convert
