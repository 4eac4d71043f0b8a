#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ign/columnar/schema.hpp"

namespace ign::convert {

/// Where the value of a tag goes. UTCTime has no column of its own: with UTCDate it makes
/// UTCDateTime.
enum class TagTarget : std::uint8_t { text, number, utc_date, utc_time, other };

struct TagField {
    TagTarget target = TagTarget::other;
    columnar::Field field = columnar::Field::tags_value;
};

/// The column of a tag name as PGN spells it; `other` names go to the column `tags`.
TagField find_tag_field(std::string_view name);

/// A whole number of at most 16 bits with an optional sign, nothing else; none for `?`, `1500.5`,
/// `0x10`.
std::optional<std::int16_t> parse_int16(std::string_view text);

/// `yyyy.MM.dd` as days since 1970-01-01; none for unknown parts (`????`) and days that do not
/// exist.
std::optional<std::int32_t> parse_date(std::string_view text);

/// `HH:mm:ss` as seconds since midnight; none for what no clock shows.
std::optional<std::int32_t> parse_time(std::string_view text);

enum class Ruleset : std::uint8_t { chess, chess960, unsupported };

/// What the value of a Variant tag asks for: chess under its many names, Chess960, or a game that
/// this program does not play.
Ruleset parse_variant(std::string_view value);

}  // namespace ign::convert
