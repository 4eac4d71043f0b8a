#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ign/columnar/schema.hpp"

namespace ign::convert {

/// Where the value of a tag goes. UTCTime has no column of its own: with UTCDate it makes
/// UTCDateTime.
enum class TagTarget : std::uint8_t { text, number, utc_date, utc_time };

/// A tag that has a column of its own.
struct TagField {
    std::string_view name;
    char letter;  ///< that stands for the name in the column `layout` (see layout.hpp)
    TagTarget target;
    columnar::Field field;
};

/// The tags that have columns. Names as PGN and Lichess spell them.
inline constexpr std::array<TagField, 21> tag_fields = {{
    {"Event", 'E', TagTarget::text, columnar::Field::event},
    {"Site", 'S', TagTarget::text, columnar::Field::site},
    {"Date", 'D', TagTarget::text, columnar::Field::date},
    {"Round", 'R', TagTarget::text, columnar::Field::round},
    {"White", 'W', TagTarget::text, columnar::Field::white},
    {"Black", 'B', TagTarget::text, columnar::Field::black},
    {"Result", 'r', TagTarget::text, columnar::Field::result},
    {"UTCDate", 'U', TagTarget::utc_date, columnar::Field::utc_date},
    {"UTCTime", 'T', TagTarget::utc_time, columnar::Field::utc_date_time},
    {"WhiteElo", 'w', TagTarget::number, columnar::Field::white_elo},
    {"BlackElo", 'b', TagTarget::number, columnar::Field::black_elo},
    {"WhiteRatingDiff", 'x', TagTarget::number, columnar::Field::white_rating_diff},
    {"BlackRatingDiff", 'y', TagTarget::number, columnar::Field::black_rating_diff},
    {"WhiteTitle", 'v', TagTarget::text, columnar::Field::white_title},
    {"BlackTitle", 'u', TagTarget::text, columnar::Field::black_title},
    {"ECO", 'C', TagTarget::text, columnar::Field::eco},
    {"Opening", 'O', TagTarget::text, columnar::Field::opening},
    {"TimeControl", 't', TagTarget::text, columnar::Field::time_control},
    {"Termination", 'e', TagTarget::text, columnar::Field::termination},
    {"Variant", 'V', TagTarget::text, columnar::Field::variant},
    {"FEN", 'F', TagTarget::text, columnar::Field::fen},
}};

/// The place in tag_fields of a name, or -1: such a tag goes to the column `tags`.
int find_tag_field(std::string_view name);
/// The same for a letter.
int find_tag_field(char letter);

/// By which rules a game is replayed, if at all.
enum class Ruleset : std::uint8_t { chess, chess960, unsupported };

/// What the value of a Variant tag asks for: chess under its many names, Chess960, or a game that
/// this program does not play.
Ruleset parse_variant(std::string_view value);

}  // namespace ign::convert
