#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ign::columnar {

/// The leaf columns of a file, in file order. A map has two leaves, everything else one.
enum class Field : std::uint8_t {
    event,
    site,
    date,
    round,
    white,
    black,
    result,
    white_title,
    black_title,
    white_elo,
    black_elo,
    white_rating_diff,
    black_rating_diff,
    utc_date,
    utc_date_time,
    eco,
    opening,
    termination,
    time_control,
    variant,
    fen,
    ign,
    ign8,
    plies,
    spent_white,
    spent_black,
    clock_white,
    clock_black,
    clock_scale,
    eval,
    year,
    tournament,
    black_number,
    white_number,
    black_score,
    theoretical_score,
    tags_key,
    tags_value,
    movetext,
    numbering,
    layout,
    rest,
    raw,
    source,
    error,
};

/// How many leaves there are.
inline constexpr std::size_t field_count = static_cast<std::size_t>(Field::error) + 1;

/// The field's place in `fields`.
constexpr std::size_t index_of(Field field) { return static_cast<std::size_t>(field); }

/// What a reader of the file sees.
enum class FieldType : std::uint8_t {
    text,        ///< BYTE_ARRAY, STRING (UTF-8)
    binary,      ///< BYTE_ARRAY without annotation
    int16,       ///< INT32, INT(16, signed)
    int32,       ///< INT32
    int64,       ///< INT64
    date,        ///< INT32, DATE: days since 1970-01-01
    timestamp,   ///< INT64, TIMESTAMP(ms, UTC): milliseconds since 1970-01-01
    int16_list,  ///< LIST of optional INT(16, signed)
    int32_list,  ///< LIST of optional INT32
    map_key,     ///< the key leaf of a MAP<STRING, STRING>
    map_value,   ///< its value leaf
};

/// What a file says of a field.
struct FieldInfo {
    std::string_view name;  ///< column name; of the map, for both of its leaves
    FieldType type;
};

/// Names and types as in the Hugging Face set Lichess/standard-chess-games where it has them, so
/// that queries carry over; the others are described in README.md.
inline constexpr std::array<FieldInfo, field_count> fields = {{
    {"Event", FieldType::text},
    {"Site", FieldType::text},
    {"Date", FieldType::text},
    {"Round", FieldType::text},
    {"White", FieldType::text},
    {"Black", FieldType::text},
    {"Result", FieldType::text},
    {"WhiteTitle", FieldType::text},
    {"BlackTitle", FieldType::text},
    {"WhiteElo", FieldType::int16},
    {"BlackElo", FieldType::int16},
    {"WhiteRatingDiff", FieldType::int16},
    {"BlackRatingDiff", FieldType::int16},
    {"UTCDate", FieldType::date},
    {"UTCDateTime", FieldType::timestamp},
    {"ECO", FieldType::text},
    {"Opening", FieldType::text},
    {"Termination", FieldType::text},
    {"TimeControl", FieldType::text},
    {"Variant", FieldType::text},
    {"FEN", FieldType::text},
    {"ign", FieldType::binary},
    {"ign8", FieldType::int64},
    {"plies", FieldType::int32},
    {"spent_white", FieldType::int32_list},
    {"spent_black", FieldType::int32_list},
    {"clock_white", FieldType::int32_list},
    {"clock_black", FieldType::int32_list},
    {"clock_scale", FieldType::int16},
    {"eval", FieldType::int16_list},
    {"year", FieldType::int32},
    {"tournament", FieldType::int32},
    {"black_number", FieldType::int32},
    {"white_number", FieldType::int32},
    {"black_score", FieldType::int16},
    {"theoretical_score", FieldType::int16},
    {"tags", FieldType::map_key},
    {"tags", FieldType::map_value},
    {"movetext", FieldType::text},
    {"numbering", FieldType::text},
    {"layout", FieldType::text},
    {"rest", FieldType::binary},
    {"raw", FieldType::binary},
    {"source", FieldType::text},
    {"error", FieldType::text},
}};

/// The fields that only files of Othello games have.
inline constexpr std::array othello_fields = {Field::year,         Field::tournament,
                                              Field::black_number, Field::white_number,
                                              Field::black_score,  Field::theoretical_score};

/// Name and type of a field.
constexpr const FieldInfo& info(Field field) { return fields[index_of(field)]; }

}  // namespace ign::columnar
