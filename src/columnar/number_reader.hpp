#pragma once

#include <parquet/column_reader.h>
#include <parquet/file_reader.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// Reads a flat column of signed 64 bit numbers from its pages to a leaf, without Arrow's schema,
/// tables and arrays in between: of a short search these take as long as the reading.
class NumberReader {
  public:
    [[nodiscard]] static bool can_read(const parquet::ColumnDescriptor& column);

    /// Begins at the first row of a row group; `column` is the place of a leaf that can_read.
    NumberReader(parquet::RowGroupReader& group, int column);

    /// Appends up to `rows` rows; fewer are the last. Throws ParquetError if the pages hold more or
    /// fewer values than they say, and what Parquet throws.
    std::size_t read(std::size_t rows, Leaf& leaf);

  private:
    std::shared_ptr<parquet::Int64Reader> reader_;
    bool has_nulls_;
    std::vector<std::int16_t> levels_;
};

}  // namespace ign::columnar
