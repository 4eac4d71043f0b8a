#pragma once

#include <parquet/column_reader.h>
#include <parquet/file_reader.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/columnar/schema.hpp"

namespace ign::columnar {

/// Reads a column that the file has as we write it, in whatever encoding, from its pages to a leaf,
/// without Arrow's schema, tables and arrays in between: of a short search these take as long as
/// the reading. For scalars of up to 64 bits, text and binary.
class FlatReader {
  public:
    /// Is the column of the field's own type? Others are left to append_array.
    [[nodiscard]] static bool can_read(const parquet::ColumnDescriptor& column, Field field);

    /// Begins at the first row of a row group; `column` is the place of a leaf that can_read.
    FlatReader(parquet::RowGroupReader& group, int column, Field field);

    /// Appends up to `rows` rows; fewer are the last. Throws ParquetError if the pages hold other
    /// than they say, and what Parquet throws.
    std::size_t read(std::size_t rows, Leaf& leaf);

  private:
    struct Slots {
        std::size_t all;
        std::size_t defined;
    };
    template <class Type>
    Slots read_slots(std::size_t most, typename Type::c_type* values);
    Slots read_values(std::size_t most, Leaf& leaf);
    void check_range(std::span<const std::int32_t> values) const;
    void check_text(std::span<const parquet::ByteArray> values) const;
    Slots read_bytes(std::size_t most, Leaf& leaf);
    void append_levels(std::size_t slots, Leaf& leaf) const;

    std::shared_ptr<parquet::ColumnReader> reader_;
    Field field_;
    bool has_nulls_;
    std::vector<std::int16_t> levels_;
    std::vector<parquet::ByteArray> bytes_;
};

}  // namespace ign::columnar
