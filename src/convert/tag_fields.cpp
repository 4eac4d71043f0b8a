#include "ign/convert/tag_fields.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string>

#include "ign/base/ascii.hpp"

namespace ign::convert {
namespace {

// The length and three letters of a name tell the names apart in a table of 64; proved at compile
// time.
constexpr std::size_t slot_of(std::string_view name) {
    auto letter = [&](std::size_t at) { return static_cast<unsigned char>(name[at]); };
    return (letter(0) * 2U + letter(name.size() / 2) * 1U + letter(name.size() - 1) * 1U +
            name.size() * 1U) &
           63;
}

// Places in tag_fields, and 1 more, so that 0 is none.
constexpr std::array<std::uint8_t, 64> make_slots() {
    std::array<std::uint8_t, 64> slots{};
    for (std::size_t i = 0; i < tag_fields.size(); ++i) {
        std::uint8_t& slot = slots[slot_of(tag_fields[i].name)];
        if (slot != 0) throw "two tag names share a slot";
        slot = static_cast<std::uint8_t>(i + 1);
    }
    return slots;
}

constexpr auto slots = make_slots();

constexpr std::array<std::int8_t, 256> make_fields_of_letters() {
    std::array<std::int8_t, 256> fields{};
    fields.fill(-1);
    for (std::size_t i = 0; i < tag_fields.size(); ++i) {
        fields[static_cast<unsigned char>(tag_fields[i].letter)] = static_cast<std::int8_t>(i);
    }
    return fields;
}

constexpr auto fields_of_letters = make_fields_of_letters();

// The digits text[at, at + count) as a number, or -1.
int digits(std::string_view text, std::size_t at, std::size_t count) {
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (text[i] < '0' || text[i] > '9') return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

}  // namespace

int find_tag_field(std::string_view name) {
    if (name.empty()) return -1;
    std::uint8_t slot = slots[slot_of(name)];
    return slot == 0 || tag_fields[slot - 1].name != name ? -1 : slot - 1;
}

int find_tag_field(char letter) { return fields_of_letters[static_cast<unsigned char>(letter)]; }

std::optional<std::int16_t> parse_int16(std::string_view text) {
    bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.size() > 5) return std::nullopt;
    int value = digits(text, 0, text.size());
    if (value < 0) return std::nullopt;
    if (negative) value = -value;
    if (value < std::numeric_limits<std::int16_t>::min() ||
        value > std::numeric_limits<std::int16_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int16_t>(value);
}

std::optional<std::int32_t> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '.' || text[7] != '.') return std::nullopt;
    int year = digits(text, 0, 4);
    int month = digits(text, 5, 2);
    int day = digits(text, 8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    std::chrono::year_month_day date{std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count());
}

std::optional<std::int32_t> parse_time(std::string_view text) {
    if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
    int hours = digits(text, 0, 2);
    int minutes = digits(text, 3, 2);
    int seconds = digits(text, 6, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
        return std::nullopt;
    }
    return hours * 3600 + minutes * 60 + seconds;
}

Ruleset parse_variant(std::string_view value) {
    // Spelling differs from site to site in case, spaces and hyphens only.
    std::string key;
    for (char c : value) {
        if (is_letter(c) || is_digit(c)) key += to_lower(c);
    }
    // The wild games of FICS with these numbers are chess from other positions.
    constexpr std::array<std::string_view, 21> chess = {
        "",          "standard", "chess",   "normal",       "orthodox", "regular", "standardchess",
        "classical", "classic",  "illegal", "fromposition", "wild0",    "wild1",   "wild2",
        "wild3",     "wild4",    "wild5",   "wild6",        "wild7",    "wild8",   "wild8a"};
    constexpr std::array<std::string_view, 12> chess960 = {"chess960",
                                                           "960",
                                                           "frc",
                                                           "fischerandom",
                                                           "fischerrandom",
                                                           "fischerrandomchess",
                                                           "dfrc",
                                                           "doublefischerandom",
                                                           "doublefischerrandom",
                                                           "freestyle",
                                                           "freestylechess",
                                                           "wildfr"};
    bool only_marks = key.empty() && value.find_first_not_of(" -?*.") != std::string_view::npos;
    if (only_marks) return Ruleset::unsupported;
    if (std::ranges::find(chess, key) != chess.end()) return Ruleset::chess;
    if (std::ranges::find(chess960, key) != chess960.end()) return Ruleset::chess960;
    return Ruleset::unsupported;
}

}  // namespace ign::convert
