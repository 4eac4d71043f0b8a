#pragma once

#include <parquet/column_reader.h>
#include <parquet/file_reader.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/columnar/schema.hpp"

namespace ign::columnar {

/// Reads a leaf that the file has as we write it, in whatever encoding, from its pages to the leaf
/// of a batch, without Arrow's schema, tables and arrays in between: of a short search these take
/// as long as the reading, of an export a twentieth of all.
class LeafReader {
  public:
    /// Is the leaf of the field's own type, in a column of its own shape? Others are left to
    /// append_array.
    [[nodiscard]] static bool can_read(const parquet::ColumnDescriptor& column, Field field);

    /// Begins at the first row of a row group; `column` is the place of a leaf that can_read.
    LeafReader(parquet::RowGroupReader& group, int column, Field field);

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
    Slots read_bytes(std::size_t most, Leaf& leaf);
    std::size_t append_slots(std::size_t most, Leaf& leaf);
    void append_levels(std::size_t slots, Leaf& leaf) const;
    std::size_t read_scalars(std::size_t rows, Leaf& leaf);
    std::size_t read_lists(std::size_t rows, Leaf& leaf);
    void check_range(std::span<const std::int32_t> values) const;
    void check_text(std::span<const parquet::ByteArray> values) const;
    void check_nesting(std::size_t slots) const;
    [[noreturn]] void fail(const std::string& what) const;

    std::shared_ptr<parquet::ColumnReader> reader_;
    Field field_;
    std::int16_t highest_definition_;
    bool is_repeated_;
    std::vector<std::int16_t> definition_;
    std::vector<std::int16_t> repetition_;
    std::vector<parquet::ByteArray> bytes_;
    Leaf ahead_;  // slots of lists or maps that have been read already, of the rows to come
};

/// Readers of leaves of one row group, for different fields; of a map, both of its leaves.
using LeafReaders = std::vector<std::pair<Field, LeafReader>>;

/// Appends up to `rows` rows to each leaf of a batch without rows; returns how many there were, the
/// same in each, which else is a ParquetError.
std::size_t read_leaves(LeafReaders& readers, std::size_t rows, RowBatch& batch);

}  // namespace ign::columnar
