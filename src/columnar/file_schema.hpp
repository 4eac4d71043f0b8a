#pragma once

#include <parquet/schema.h>

#include <memory>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"

namespace ign::columnar {

/// The Parquet schema of a file and, for each of its leaves, the field it holds.
struct FileSchema {
    explicit FileSchema(const std::vector<Field>& absent);

    parquet::SchemaDescriptor descriptor;
    std::vector<Field> leaves;
};

}  // namespace ign::columnar
