#include "ign/convert/row_groups.hpp"

#include <utility>

namespace ign::convert {

RowGroupBuilder::RowGroupBuilder(std::uint64_t most_bytes, std::uint64_t most_rows)
    : most_bytes_(most_bytes), most_rows_(most_rows) {}

void RowGroupBuilder::add(columnar::RowSlice rows, std::vector<RowGroup>& closed) {
    std::size_t begin = rows.first;
    std::size_t end = rows.first + rows.count;
    for (std::size_t row = begin; row < end; ++row) {
        bytes_ += rows.batch->row_bytes(row);
        ++rows_;
        if (bytes_ < most_bytes_ && rows_ < most_rows_) continue;
        open_.push_back({rows.batch, begin, row + 1 - begin});
        closed.push_back(finish());
        begin = row + 1;
    }
    if (begin != end) open_.push_back({std::move(rows.batch), begin, end - begin});
}

RowGroup RowGroupBuilder::take_open() { return std::exchange(open_, {}); }

RowGroup RowGroupBuilder::finish() {
    bytes_ = rows_ = 0;
    return take_open();
}

}  // namespace ign::convert
