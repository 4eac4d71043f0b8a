#pragma once

#include <parquet/metadata.h>

#include <vector>

#include "ign/columnar/parquet_reader.hpp"

namespace ign::columnar {

/// What a footer says of the leaf columns, in file order.
[[nodiscard]] std::vector<ColumnInfo> column_infos(const parquet::FileMetaData& metadata);

}  // namespace ign::columnar
