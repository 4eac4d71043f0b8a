#pragma once

#include <cstdint>
#include <span>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// How many different values a column chunk has: up to as many as a byte, or more.
enum class Variety : std::uint8_t { few, many };

/// Of the numbers of a list column in these rows. Tells the same however the rows lie in batches.
Variety variety_of(Field field, std::span<const RowSlice> rows);

}  // namespace ign::columnar
