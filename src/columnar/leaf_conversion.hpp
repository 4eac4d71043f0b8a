#pragma once

#include <arrow/array.h>

#include <cstddef>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// Appends the rows of an Arrow array to the leaf of a field (of a map, to both of its leaves),
/// whatever width, unit or encoding the array has. Throws ParquetError with the column's name if
/// its type or a value is not what the field holds.
void append_array(Field field, const ::arrow::Array& array, RowBatch& batch);

/// ParquetError if so many more bytes of text or binary do not fit into the leaf.
void check_room(std::size_t bytes, const Leaf& leaf);

}  // namespace ign::columnar
