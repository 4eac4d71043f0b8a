#include "row_group_maker.hpp"

#include <algorithm>
#include <utility>

namespace ign::convert {
namespace {

// Up to here the encoding, in the stitcher's turn, is less than what each of the others does in the
// meantime (a fifth of the whole, bench/NOTES.md).
constexpr int few_threads = 5;

// Such a row fills a good part of the memory. Its group is encoded before the next rows come, so
// that games of this size, one after another, take no more than one does.
bool ends_in_large_row(const RowGroup& group) {
    constexpr std::uint32_t large_bytes = 16 << 20;
    const columnar::RowSlice& last = group.back();
    return last.batch->row_bytes(last.first + last.count - 1) >= large_bytes;
}

}  // namespace

RowGroupMaker::RowGroupMaker(const Options& options, const columnar::RowGroupEncoder& encoder)
    : encoder_(encoder),
      groups_(options.row_group_bytes, options.row_group_rows),
      growing_(encoder),
      grows_(options.threads <= few_threads) {}

void RowGroupMaker::add(std::vector<columnar::RowSlice> rows, MadeGroups& made) {
    for (columnar::RowSlice& slice : rows) {
        std::size_t dropped = std::min<std::uint64_t>(slice.count, rows_to_drop_);
        rows_to_drop_ -= dropped;
        slice.first += dropped;
        slice.count -= dropped;
        if (slice.count != 0) groups_.add(std::move(slice), made.closed);
    }
    if (!grows_) {
        if (std::ranges::any_of(made.closed, ends_in_large_row)) encode(made);
        return;
    }
    for (const RowGroup& group : made.closed) made.encoded.push_back(end_group(group));
    made.closed.clear();
    growing_.add(groups_.take_open());
}

void RowGroupMaker::encode(MadeGroups& made) const {
    for (const RowGroup& group : made.closed) made.encoded.push_back(encoder_.encode(group));
    made.closed.clear();
}

void RowGroupMaker::finish(MadeGroups& made) {
    RowGroup last = groups_.finish();
    if (!last.empty() || growing_.rows() != 0) made.encoded.push_back(end_group(last));
}

columnar::EncodedRowGroup RowGroupMaker::end_group(const RowGroup& last_rows) {
    growing_.add(last_rows);
    columnar::EncodedRowGroup encoded = growing_.finish();
    growing_ = columnar::GrowingRowGroup(encoder_);
    return encoded;
}

}  // namespace ign::convert
