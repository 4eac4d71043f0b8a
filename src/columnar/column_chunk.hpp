#pragma once

#include <parquet/column_page.h>
#include <parquet/column_writer.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"
#include "page_stream.hpp"

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

    BlockBytes bytes;  // and Parquet's own metadata behind them
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

/// Rows go to Parquet's writer in blocks of at most so many, which end where the rows alone say: it
/// decides after each block whether the page is full, so that blocks cut by batches would show in
/// the file.
inline constexpr std::size_t block_rows = 1024;

/// Encodes one leaf of a row group while its rows come.
class ColumnEncoder {
  public:
    /// `constant` is the value of the column `numbering`; it and the column must outlive the
    /// encoder.
    ColumnEncoder(Field field, const parquet::ColumnDescriptor& column,
                  std::shared_ptr<parquet::WriterProperties> properties, std::string_view constant);
    ~ColumnEncoder();
    ColumnEncoder(const ColumnEncoder&) = delete;
    ColumnEncoder& operator=(const ColumnEncoder&) = delete;

    /// The batches of the last block_rows rows must live until the next call has returned.
    void add(std::span<const RowSlice> rows);
    /// To be called once, after all rows.
    [[nodiscard]] ColumnChunk finish();

    /// Gathers blocks for Parquet's writer, which has a type for each type of values.
    class Blocks {
      public:
        virtual ~Blocks() = default;
        virtual void add(const RowSlice& slice, const Leaf& leaf) = 0;
        /// Of a text column alone.
        virtual void add_constant(std::size_t rows, std::string_view value) = 0;
        virtual void finish() = 0;
    };

  private:
    Field field_;
    const parquet::ColumnDescriptor& column_;
    std::shared_ptr<parquet::WriterProperties> properties_;
    std::string_view constant_;
    ColumnChunk chunk_;
    std::unique_ptr<parquet::ColumnChunkMetaDataBuilder> metadata_;
    std::shared_ptr<parquet::ColumnWriter> writer_;
    std::unique_ptr<Blocks> blocks_;
};

}  // namespace ign::columnar
