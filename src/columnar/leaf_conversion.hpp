#pragma once

#include <arrow/array.h>

#include <string_view>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// Appends the rows of an Arrow array to the leaf of a field (of a map, to both of its leaves),
/// whatever width, unit or encoding the array has. Throws ParquetError with the column's name if
/// its type or a value is not what the field holds.
void append_array(Field field, const ::arrow::Array& array, RowBatch& batch);

/// Appends text or bytes without a level; ParquetError if the leaf would hold 4 GiB.
void push_bytes(std::string_view value, Leaf& leaf);

}  // namespace ign::columnar
