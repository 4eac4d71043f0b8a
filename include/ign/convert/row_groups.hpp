#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ign/columnar/row_batch.hpp"

namespace ign::convert {

/// The rows of one group, in order.
using RowGroup = std::vector<columnar::RowSlice>;

/// Gathers rows into row groups. A group is closed by the row with which it reaches one of the
/// bounds, so that the groups depend on the rows alone and not on how they came in batches.
class RowGroupBuilder {
  public:
    /// The bounds: bytes before compression (RowBatch::row_bytes) and rows.
    RowGroupBuilder(std::uint64_t most_bytes, std::uint64_t most_rows);

    /// Adds rows; groups that they close go to the end of `closed`.
    void add(columnar::RowSlice rows, std::vector<RowGroup>& closed);
    /// The rows of the unfinished group that were not taken yet; empty if there are none. The group
    /// stays open.
    RowGroup take_open();
    /// The same, and the group is closed.
    RowGroup finish();

  private:
    std::uint64_t most_bytes_;
    std::uint64_t most_rows_;
    RowGroup open_;
    std::uint64_t bytes_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace ign::convert
