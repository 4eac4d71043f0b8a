#pragma once

#include <parquet/schema.h>
#include <parquet/statistics.h>

#include "ign/columnar/parquet_reader.hpp"

namespace ign::columnar {

/// What the statistics of a column chunk say, in the units that a batch holds for the field. Bounds
/// whose order or unit is not known for certain (unsigned and floating-point columns, decimals) are
/// left out.
[[nodiscard]] ColumnBounds bounds_of(const parquet::Statistics& statistics,
                                     const parquet::ColumnDescriptor& column, Field field);

}  // namespace ign::columnar
