#pragma once

#include <parquet/properties.h>

#include <memory>

#include "file_schema.hpp"
#include "variety.hpp"

namespace ign::columnar {

/// How each leaf of a file is encoded and compressed, where it depends on its values with so many.
std::shared_ptr<parquet::WriterProperties> writer_properties(const FileSchema& schema,
                                                             int zstd_level, Variety variety);

/// True of the leaves for which the variety counts.
bool depends_on_variety(Field field);

}  // namespace ign::columnar
