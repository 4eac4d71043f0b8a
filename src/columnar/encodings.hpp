#pragma once

#include <parquet/properties.h>

#include <memory>

#include "file_schema.hpp"

namespace ign::columnar {

/// How each leaf of a file is encoded and compressed.
std::shared_ptr<parquet::WriterProperties> writer_properties(const FileSchema& schema,
                                                             int zstd_level);

}  // namespace ign::columnar
