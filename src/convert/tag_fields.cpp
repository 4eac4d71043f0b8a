#include "ign/convert/tag_fields.hpp"

#include <algorithm>
#include <array>
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

}  // namespace

int find_tag_field(std::string_view name) {
    if (name.empty()) return -1;
    std::uint8_t slot = slots[slot_of(name)];
    return slot == 0 || tag_fields[slot - 1].name != name ? -1 : slot - 1;
}

int find_tag_field(char letter) { return fields_of_letters[static_cast<unsigned char>(letter)]; }

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
