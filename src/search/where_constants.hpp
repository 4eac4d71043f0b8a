#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ign/columnar/schema.hpp"

namespace ign::search {

/// A number, of which whole numbers are all there is to compare with: the greatest whole number
/// that is not above it, and whether that is less than it.
struct NumberConstant {
    std::int64_t floor;
    bool has_fraction;
};

/// An optional sign and digits with at most one point; nothing if it is beyond 64 bits.
[[nodiscard]] std::optional<NumberConstant> parse_number(std::string_view text);

/// `2017-04-01`, `2017.04.01`, each also with ` 12:30` or ` 12:30:15` behind it (a T for the space
/// and a Z at the end do no harm), in milliseconds since 1970-01-01; nothing for any other text and
/// for days and times that do not exist.
[[nodiscard]] std::optional<NumberConstant> parse_moment(std::string_view text);

/// The same in days.
[[nodiscard]] NumberConstant to_days(NumberConstant milliseconds);

/// A column by its name, in any case. Of the map it is the leaf of its keys.
[[nodiscard]] std::optional<columnar::Field> find_column(std::string_view name);

}  // namespace ign::search
