#pragma once

#include <cstdint>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/row_groups.hpp"

namespace ign::convert {

/// Row groups on their way to the file.
struct MadeGroups {
    std::vector<RowGroup> closed;  ///< still to be encoded
    std::vector<columnar::EncodedRowGroup> encoded;
};

/// Makes row groups of rows and encodes them: with few threads while their rows come, which spares
/// the memory of the rows; else side by side, as that would be what all wait for.
class RowGroupMaker {
  public:
    /// Options and encoder must outlive it.
    RowGroupMaker(const Options& options, const columnar::RowGroupEncoder& encoder);

    /// Leaves out so many of the rows to come.
    void drop(std::uint64_t rows) { rows_to_drop_ = rows; }
    /// Adds rows; groups that they close go to the end of `made`. One thread at a time, rows in
    /// their order.
    void add(std::vector<columnar::RowSlice> rows, MadeGroups& made);
    /// Encodes what is closed. Any number of threads may do so.
    void encode(MadeGroups& made) const;
    /// Closes the last group.
    void finish(MadeGroups& made);

  private:
    [[nodiscard]] columnar::EncodedRowGroup end_group(const RowGroup& last_rows);

    const columnar::RowGroupEncoder& encoder_;
    RowGroupBuilder groups_;
    columnar::GrowingRowGroup growing_;
    bool grows_;
    std::uint64_t rows_to_drop_ = 0;
};

}  // namespace ign::convert
