#pragma once

#include <cstdint>
#include <span>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// How many different values a column chunk has, as far as its first rows tell: up to as many as a
/// byte, or more.
enum class Variety : std::uint8_t { few, many };

/// So many rows are looked at.
inline constexpr std::size_t variety_rows = 8192;

/// Of the numbers of a list column, in rows that begin a row group and are all of it or at least
/// variety_rows, of which the first are looked at. Tells the same however the rows lie in batches.
Variety variety_of(Field field, std::span<const RowSlice> rows);

}  // namespace ign::columnar
