#pragma once

#include <parquet/column_page.h>
#include <parquet/properties.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"

namespace ign::columnar {

/// A data page of a finished column chunk.
struct Page {
    std::int64_t offset;  ///< of its header, from the beginning of the chunk
    std::int32_t size;    ///< in the file, with the header
    std::int64_t first_row;
    parquet::EncodedStatistics statistics;
    parquet::SizeStatistics sizes;
};

/// The bytes of a column chunk (dictionary page, data pages) and what the footer says of it.
/// Offsets are from its beginning, so that it may be placed anywhere in a file.
struct ColumnChunk {
    using PageCounts = std::map<parquet::Encoding::type, std::int32_t>;

    std::shared_ptr<::arrow::Buffer> bytes;
    std::vector<Page> pages;
    std::int64_t slots = 0;
    std::int64_t data_offset = 0;
    std::int64_t size = 0;
    std::int64_t uncompressed_size = 0;
    bool has_dictionary = false;
    bool fell_back = false;  // from the dictionary
    PageCounts dictionary_pages;
    PageCounts data_pages;
    parquet::EncodedStatistics statistics;
    parquet::SizeStatistics sizes;
};

struct EncodedRowGroup::Chunks {
    std::size_t rows = 0;
    std::uint64_t bytes = 0;
    std::vector<ColumnChunk> columns;  // one for each leaf of the schema
};

/// Encodes one leaf of the rows. `constant` is the value of the column `numbering`.
ColumnChunk encode_column(Field field, const parquet::ColumnDescriptor& column,
                          const std::shared_ptr<parquet::WriterProperties>& properties,
                          std::span<const RowSlice> rows, std::string_view constant);

}  // namespace ign::columnar
