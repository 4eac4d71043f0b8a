#pragma once

#include <arrow/array.h>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// Appends the rows of an Arrow array to the leaf of a field (of a map, to both of its leaves),
/// whatever width, unit or encoding the array has. Throws ParquetError with the column's name if
/// its type or a value is not what the field holds.
void append_array(Field field, const ::arrow::Array& array, RowBatch& batch);

}  // namespace ign::columnar
