#include "split_list_pages.hpp"

#include <arrow/buffer.h>
#include <parquet/exception.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "level_runs.hpp"

namespace ign::columnar {
namespace {

constexpr int repetition_width = 1;
constexpr int definition_width = 2;
constexpr std::size_t length_bytes = 4;

std::unique_ptr<::arrow::ResizableBuffer> new_buffer(std::size_t size, ::arrow::MemoryPool* pool) {
    std::unique_ptr<::arrow::ResizableBuffer> buffer;
    PARQUET_ASSIGN_OR_THROW(
        buffer, ::arrow::AllocateResizableBuffer(static_cast<std::int64_t>(size), pool));
    return buffer;
}

// With their length in front.
std::uint8_t* put_levels(const Level* levels, std::size_t count, int width, std::uint8_t* out) {
    std::uint8_t* begin = out + length_bytes;
    std::uint8_t* end = write_level_runs(levels, count, width, begin);
    auto length = static_cast<std::uint32_t>(end - begin);
    std::memcpy(out, &length, length_bytes);
    return end;
}

// The lowest bytes of all values, then the next.
std::uint8_t* put_split(const std::int32_t* __restrict values, std::size_t count,
                        std::uint8_t* __restrict out) {
    for (std::size_t byte = 0; byte < sizeof(std::int32_t); ++byte, out += count) {
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(values[i]) >> (8 * byte));
        }
    }
    return out;
}

template <class T>
void drop_first(Buffer<T>& buffer, std::size_t count) {
    std::memmove(buffer.data(), buffer.data() + count, (buffer.size() - count) * sizeof(T));
    buffer.truncate(buffer.size() - count);
}

}  // namespace

bool SplitListPages::suits(const parquet::ColumnDescriptor& column,
                           const parquet::WriterProperties& properties) {
    auto path = column.path();
    return column.physical_type() == parquet::Type::INT32 && column.max_repetition_level() == 1 &&
           column.max_definition_level() == 3 && !properties.dictionary_enabled(path) &&
           !properties.statistics_enabled(path) &&
           properties.encoding(path) == parquet::Encoding::BYTE_STREAM_SPLIT &&
           properties.compression(path) != parquet::Compression::UNCOMPRESSED;
}

SplitListPages::SplitListPages(const parquet::ColumnDescriptor& column,
                               const parquet::WriterProperties& properties,
                               std::unique_ptr<parquet::PageWriter> pages)
    : RowBlocks(column),
      properties_(properties),
      pages_(std::move(pages)),
      page_values_(static_cast<std::size_t>(properties.data_pagesize()) / sizeof(std::int32_t)),
      page_rows_(static_cast<std::size_t>(properties.max_rows_per_page())) {
    // Most of it is never touched where there are few lists.
    std::size_t room = page_values_ + page_values_ / 4;
    definition_.reserve(room);
    repetition_.reserve(room);
    values_.reserve(room);
}

void SplitListPages::append(const Window& window) {
    rows_ += window.rows;
    definition_.append(window.definition(), window.slots);
    repetition_.append(window.repetition(), window.slots);
    values_.append(window.leaf->ints.data() + window.value, window.values);
}

void SplitListPages::append_nulls(std::size_t rows) {
    rows_ += rows;
    definition_.append(rows, 0);
    repetition_.append(rows, 0);
}

void SplitListPages::append_constant(std::string_view) {
    throw std::logic_error("no list is constant");
}

// Parquet's writer asks whether a page is full before the last row of a block alone, and where the
// rows in it are the most there may be.
void SplitListPages::end_block() {
    while (rows_ > page_rows_) {
        write_page(page_rows_, slots_of_rows(repetition_.data(), repetition_.size(), page_rows_));
    }
    std::size_t last = repetition_.size() - 1;
    while (repetition_[last] != 0) --last;
    auto values_of_last = static_cast<std::size_t>(std::count(
        definition_.data() + last, definition_.data() + definition_.size(), max_definition()));
    if (values_.size() - values_of_last >= page_values_) write_page(rows_ - 1, last);
}

void SplitListPages::finish() {
    end_last_block();
    if (rows_ != 0) write_page(rows_, repetition_.size());
    pages_->Close(false, false);
}

void SplitListPages::write_page(std::size_t rows, std::size_t slots) {
    auto values = static_cast<std::size_t>(
        std::count(definition_.data(), definition_.data() + slots, max_definition()));
    ::arrow::MemoryPool* pool = properties_.memory_pool();
    auto page = new_buffer(
        2 * (length_bytes + most_level_bytes(slots)) + values * sizeof(std::int32_t), pool);
    std::uint8_t* end =
        put_levels(repetition_.data(), slots, repetition_width, page->mutable_data());
    end = put_levels(definition_.data(), slots, definition_width, end);
    end = put_split(values_.data(), values, end);
    std::int64_t size = end - page->data();
    PARQUET_THROW_NOT_OK(page->Resize(size, false));
    std::shared_ptr<::arrow::ResizableBuffer> compressed = new_buffer(0, pool);
    pages_->Compress(*page, compressed.get());

    parquet::EncodedStatistics none;
    none.set_is_signed(true);
    pages_->WriteDataPage(parquet::DataPageV1(compressed, static_cast<std::int32_t>(slots),
                                              parquet::Encoding::BYTE_STREAM_SPLIT,
                                              parquet::Encoding::RLE, parquet::Encoding::RLE, size,
                                              none, static_cast<std::int64_t>(rows_written_)));

    rows_written_ += rows;
    rows_ -= rows;
    drop_first(definition_, slots);
    drop_first(repetition_, slots);
    drop_first(values_, values);
}

}  // namespace ign::columnar
