#pragma once

#include <memory>
#include <string_view>

#include "row_blocks.hpp"

namespace ign::columnar {

/// Writes lists of numbers by BYTE_STREAM_SPLIT without statistics, as Parquet's own writer does,
/// byte for byte: they are half of all that is encoded, and that writer takes several times as
/// long.
class SplitListPages : public RowBlocks {
  public:
    /// True of the columns that it is for.
    static bool suits(const parquet::ColumnDescriptor& column,
                      const parquet::WriterProperties& properties);

    /// Column and properties must outlive it.
    SplitListPages(const parquet::ColumnDescriptor& column,
                   const parquet::WriterProperties& properties,
                   std::unique_ptr<parquet::PageWriter> pages);

    void finish() override;

  private:
    void append(const Window& window) override;
    void append_nulls(std::size_t rows) override;
    void append_constant(std::string_view value) override;
    void end_block() override;
    void write_page(std::size_t rows, std::size_t slots);

    const parquet::WriterProperties& properties_;
    std::unique_ptr<parquet::PageWriter> pages_;
    std::size_t page_values_;  // a page with so many is full
    std::size_t page_rows_;
    std::size_t rows_written_ = 0;
    // Of the page in the making.
    std::size_t rows_ = 0;
    Buffer<Level> definition_;
    Buffer<Level> repetition_;
    Buffer<std::int32_t> values_;
};

}  // namespace ign::columnar
