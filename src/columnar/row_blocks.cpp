#include "row_blocks.hpp"

#include <algorithm>
#include <utility>

namespace ign::columnar {
namespace {

// The other bounds of a block: they keep it in the cache, and a page of large values not much above
// its limit.
constexpr std::size_t block_slots = 1 << 16;
constexpr std::size_t block_bytes = 1 << 18;

}  // namespace

std::size_t Window::bytes() const {
    const Buffer<std::uint32_t>& ends = leaf->ends;
    if (values == 0) return 0;
    return ends[value + values - 1] - (value == 0 ? 0 : ends[value - 1]);
}

// A row's first slot has repetition 0: the rows end before the next one.
std::size_t slots_of_rows(const Level* repetition, std::size_t slots, std::size_t rows) {
    constexpr std::size_t stretch = 64;
    std::size_t slot = 0;
    while (slots - slot > stretch) {
        const Level* begin = repetition + slot;
        auto begun = static_cast<std::size_t>(std::count(begin, begin + stretch, Level{0}));
        if (begun > rows) break;
        rows -= begun;
        slot += stretch;
    }
    for (; slot < slots; ++slot) {
        if (repetition[slot] == 0 && rows-- == 0) break;
    }
    return slot;
}

RowBlocks::RowBlocks(const parquet::ColumnDescriptor& column)
    : max_definition_(static_cast<Level>(column.max_definition_level())),
      repeated_(column.max_repetition_level() > 0),
      is_bytes_(column.physical_type() == parquet::Type::BYTE_ARRAY),
      is_long_(column.physical_type() == parquet::Type::INT64) {}

void RowBlocks::add(const RowSlice& slice, const Leaf& leaf) {
    if (leaf.definition.size() == 0) return add_nulls(slice.count);
    std::size_t batch_rows = slice.batch->rows();
    std::size_t values = is_bytes_  ? leaf.ends.size()
                         : is_long_ ? leaf.longs.size()
                                    : leaf.ints.size();
    Window rest{&leaf, batch_rows, 0, leaf.definition.size(), 0, values};
    if (slice.first != 0) take(rest, slice.first);
    if (slice.first + slice.count != batch_rows) rest = take(rest, slice.count);
    while (rest.rows != 0) {
        Window head = take(rest, std::min(rest.rows, block_rows - rows_));
        if (fits(head)) {
            append_window(head);
        } else {
            while (head.rows != 0) append_window(take(head, 1));
        }
    }
}

void RowBlocks::add_constant(std::size_t rows, std::string_view value) {
    for (std::size_t i = 0; i < rows; ++i) {
        append_constant(value);
        count(1, 1, 0);
    }
}

void RowBlocks::end_last_block() {
    if (rows_ != 0) end_block();
    rows_ = slots_ = bytes_ = 0;
}

void RowBlocks::add_nulls(std::size_t rows) {
    while (rows != 0) {
        // Of lists a block may be full of slots before it is full of rows.
        std::size_t room = repeated_ ? block_slots - slots_ : block_rows;
        std::size_t some = std::min({rows, block_rows - rows_, room});
        append_nulls(some);
        count(some, some, 0);
        rows -= some;
    }
}

// Cuts the first rows off a window.
Window RowBlocks::take(Window& window, std::size_t rows) const {
    if (rows == window.rows) return std::exchange(window, Window{window.leaf});
    Window head = window;
    head.rows = rows;
    head.slots = rows;
    if (repeated_) head.slots = slots_of_rows(window.repetition(), window.slots, rows);
    head.values = static_cast<std::size_t>(
        std::count(window.definition(), window.definition() + head.slots, max_definition_));
    window.rows -= rows;
    window.slot += head.slots;
    window.slots -= head.slots;
    window.value += head.values;
    window.values -= head.values;
    return head;
}

// True if the block would not have been closed before the window's last row.
bool RowBlocks::fits(const Window& window) const {
    if (repeated_ && slots_ + window.slots >= block_slots) return false;
    return !is_bytes_ || bytes_ + window.bytes() < block_bytes;
}

void RowBlocks::append_window(const Window& window) {
    append(window);
    count(window.rows, window.slots, is_bytes_ ? window.bytes() : 0);
}

void RowBlocks::count(std::size_t rows, std::size_t slots, std::size_t bytes) {
    rows_ += rows;
    slots_ += slots;
    bytes_ += bytes;
    if (rows_ == block_rows || (repeated_ && slots_ >= block_slots) || bytes_ >= block_bytes) {
        end_last_block();
    }
}

}  // namespace ign::columnar
