#include "encodings.hpp"

#include <parquet/parquet_version.h>

#include <array>
#include <string>

namespace ign::columnar {
namespace {
using parquet::Encoding;

// The form that readers parse to know the writers whose statistics were wrong once.
std::string created_by() {
    return std::string("ign version " IGN_VERSION " (build parquet-cpp-") +
           std::to_string(PARQUET_VERSION_MAJOR) + "." + std::to_string(PARQUET_VERSION_MINOR) +
           "." + std::to_string(PARQUET_VERSION_PATCH) + ")";
}
}  // namespace

std::shared_ptr<parquet::WriterProperties> writer_properties(const FileSchema& schema,
                                                             int zstd_level) {
    parquet::WriterProperties::Builder builder;
    builder.compression(parquet::Compression::ZSTD)
        ->compression_level(zstd_level)
        ->write_batch_size(1 << 20)
        ->created_by(created_by());
    (void)schema;
    return builder.build();
}

}  // namespace ign::columnar
