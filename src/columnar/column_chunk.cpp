#include "column_chunk.hpp"

#include <parquet/column_writer.h>
#include <parquet/metadata.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "ign/columnar/levels.hpp"
#include "page_recorder.hpp"

namespace ign::columnar {
namespace {

// The other bounds of a block: they keep it in the cache, and a page of large values not much above
// its limit.
constexpr std::size_t block_slots = 1 << 16;
constexpr std::size_t block_bytes = 1 << 18;

constexpr bool is_bytes(FieldType type) {
    return type == FieldType::text || type == FieldType::binary || type == FieldType::map_key ||
           type == FieldType::map_value;
}

// Some consecutive rows of a leaf.
struct Window {
    const Leaf* leaf = nullptr;
    std::size_t rows = 0;
    std::size_t slot = 0;
    std::size_t slots = 0;
    std::size_t value = 0;
    std::size_t values = 0;

    [[nodiscard]] std::size_t bytes() const {
        const Buffer<std::uint32_t>& ends = leaf->ends;
        if (values == 0) return 0;
        return ends[value + values - 1] - (value == 0 ? 0 : ends[value - 1]);
    }
};

// Levels and values of the block in the making.
template <class ParquetType>
class BlockWriter : public ColumnEncoder::Blocks {
  public:
    using Value = typename ParquetType::c_type;

    BlockWriter(parquet::ColumnWriter& writer, const parquet::ColumnDescriptor& column)
        : writer_(static_cast<parquet::TypedColumnWriter<ParquetType>&>(writer)),
          max_definition_(column.max_definition_level()),
          repeated_(column.max_repetition_level() > 0) {}

    void add(const RowSlice& slice, const Leaf& leaf) override {
        if (leaf.definition.size() == 0) return add_nulls(slice.count);
        std::size_t batch_rows = slice.batch->rows();
        Window rest{&leaf, batch_rows, 0, leaf.definition.size(), 0, value_count(leaf)};
        if (slice.first != 0) take(rest, slice.first);
        if (slice.first + slice.count != batch_rows) rest = take(rest, slice.count);
        while (rest.rows != 0) {
            Window head = take(rest, std::min(rest.rows, block_rows - rows_));
            if (fits(head)) {
                append(head);
            } else {
                while (head.rows != 0) append(take(head, 1));
            }
        }
    }

    void add_constant(std::size_t rows, std::string_view value) override {
        if constexpr (std::is_same_v<Value, parquet::ByteArray>) {
            for (std::size_t i = 0; i < rows; ++i) {
                definition_.push_back(max_definition_);
                values_.push_back(parquet::ByteArray(value));
                end_rows(1);
            }
        } else {
            throw std::logic_error("only text is constant");
        }
    }

    void finish() override {
        if (rows_ != 0) flush();
        writer_.Close();
    }

  private:
    void add_nulls(std::size_t rows) {
        while (rows != 0) {
            // Of lists a block may be full of slots before it is full of rows.
            std::size_t room = repeated_ ? block_slots - definition_.size() : block_rows;
            std::size_t count = std::min({rows, block_rows - rows_, room});
            definition_.append(count, 0);
            if (repeated_) repetition_.append(count, 0);
            end_rows(count);
            rows -= count;
        }
    }

    static std::size_t value_count(const Leaf& leaf) {
        if constexpr (std::is_same_v<Value, std::int32_t>) return leaf.ints.size();
        if constexpr (std::is_same_v<Value, std::int64_t>) return leaf.longs.size();
        return leaf.ends.size();
    }

    // The slots of a window's first rows, looked for from the nearer end.
    static std::size_t slots_of(const Window& window, std::size_t rows) {
        const Level* repetition = window.leaf->repetition.data() + window.slot;
        std::size_t others = window.rows - rows;
        if (others >= rows) return slots_of_rows(repetition, window.slots, rows);
        std::size_t slot = window.slots;
        while (others != 0) {
            if (repetition[--slot] == 0) --others;
        }
        return slot;
    }

    // The values of a window's first slots, by the shorter part.
    [[nodiscard]] std::size_t values_of_slots(const Window& window, std::size_t slots) const {
        const Level* definition = window.leaf->definition.data() + window.slot;
        std::size_t others = window.slots - slots;
        auto level = static_cast<Level>(max_definition_);
        if (slots <= others) return count_levels(definition, slots, level);
        return window.values - count_levels(definition + slots, others, level);
    }

    // Cuts the first rows off a window.
    Window take(Window& window, std::size_t rows) const {
        if (rows == window.rows) return std::exchange(window, Window{window.leaf});
        Window head = window;
        head.rows = rows;
        head.slots = rows;
        if (repeated_) head.slots = slots_of(window, rows);
        head.values = values_of_slots(window, head.slots);
        window.rows -= rows;
        window.slot += head.slots;
        window.slots -= head.slots;
        window.value += head.values;
        window.values -= head.values;
        return head;
    }

    static void widen(const Level* levels, std::size_t count, Buffer<std::int16_t>& out) {
        std::copy(levels, levels + count, out.reserve(count));
        out.commit(count);
    }

    // True if the block would not have been closed before the window's last row.
    [[nodiscard]] bool fits(const Window& window) const {
        if (repeated_ && definition_.size() + window.slots >= block_slots) return false;
        return !std::is_same_v<Value, parquet::ByteArray> || bytes_ + window.bytes() < block_bytes;
    }

    void append(const Window& window) {
        widen(window.leaf->definition.data() + window.slot, window.slots, definition_);
        if (repeated_) {
            widen(window.leaf->repetition.data() + window.slot, window.slots, repetition_);
        }
        if constexpr (std::is_same_v<Value, std::int32_t>) {
            values_.append(window.leaf->ints.data() + window.value, window.values);
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            values_.append(window.leaf->longs.data() + window.value, window.values);
        } else {
            bytes_ += window.bytes();
            Value* out = values_.reserve(window.values);
            for (std::size_t i = 0; i < window.values; ++i) {
                std::string_view value = window.leaf->bytes_at(window.value + i);
                // Not the null pointer of an empty buffer: Parquet's statistics would skip the
                // value.
                const char* bytes = value.empty() ? "" : value.data();
                out[i] = Value(static_cast<std::uint32_t>(value.size()),
                               reinterpret_cast<const std::uint8_t*>(bytes));
            }
            values_.commit(window.values);
        }
        end_rows(window.rows);
    }

    void end_rows(std::size_t count) {
        rows_ += count;
        if (rows_ == block_rows || (repeated_ && definition_.size() >= block_slots) ||
            bytes_ >= block_bytes) {
            flush();
        }
    }

    void flush() {
        writer_.WriteBatch(static_cast<std::int64_t>(definition_.size()), definition_.data(),
                           repeated_ ? repetition_.data() : nullptr, values_.data());
        definition_.clear();
        repetition_.clear();
        values_.clear();
        rows_ = 0;
        bytes_ = 0;
    }

    parquet::TypedColumnWriter<ParquetType>& writer_;
    std::int16_t max_definition_;
    bool repeated_;
    Buffer<std::int16_t> definition_;
    Buffer<std::int16_t> repetition_;
    Buffer<Value> values_;
    std::size_t rows_ = 0;
    std::size_t bytes_ = 0;
};

// Parquet's writer leaves its totals in the metadata builder alone, from where they are read back.
void read_totals(const parquet::ColumnChunkMetaDataBuilder& builder,
                 const parquet::ColumnDescriptor& column,
                 const parquet::WriterProperties& properties, ColumnChunk& chunk) {
    parquet::ApplicationVersion version(properties.created_by());
    auto metadata = parquet::ColumnChunkMetaData::Make(
        builder.contents(), &column, parquet::default_reader_properties(), &version);
    chunk.slots = metadata->num_values();
    chunk.data_offset = metadata->data_page_offset();
    chunk.size = metadata->total_compressed_size();
    chunk.uncompressed_size = metadata->total_uncompressed_size();
    for (const parquet::PageEncodingStats& pages : metadata->encoding_stats()) {
        bool is_dictionary = pages.page_type == parquet::PageType::DICTIONARY_PAGE;
        (is_dictionary ? chunk.dictionary_pages : chunk.data_pages)[pages.encoding] += pages.count;
    }
    if (auto statistics = metadata->encoded_statistics()) {
        chunk.statistics = *statistics;
        // Not kept in the metadata: whether the fields for signed values are written as well.
        chunk.statistics.set_is_signed(column.sort_order() == parquet::SortOrder::SIGNED);
    }
    if (auto sizes = metadata->size_statistics()) chunk.sizes = *sizes;
}

}  // namespace

ColumnEncoder::ColumnEncoder(Field field, const parquet::ColumnDescriptor& column,
                             std::shared_ptr<parquet::WriterProperties> properties,
                             std::string_view constant)
    : field_(field),
      column_(column),
      properties_(std::move(properties)),
      constant_(constant),
      metadata_(parquet::ColumnChunkMetaDataBuilder::Make(properties_, &column)),
      writer_(parquet::ColumnWriter::Make(
          metadata_.get(),
          std::make_unique<PageRecorder>(column, properties_, metadata_.get(), chunk_),
          properties_.get())) {
    if (is_bytes(info(field).type)) {
        blocks_ = std::make_unique<BlockWriter<parquet::ByteArrayType>>(*writer_, column);
    } else if (column.physical_type() == parquet::Type::INT64) {
        blocks_ = std::make_unique<BlockWriter<parquet::Int64Type>>(*writer_, column);
    } else {
        blocks_ = std::make_unique<BlockWriter<parquet::Int32Type>>(*writer_, column);
    }
}

ColumnEncoder::~ColumnEncoder() = default;

void ColumnEncoder::add(std::span<const RowSlice> rows) {
    for (const RowSlice& slice : rows) {
        if (field_ == Field::numbering) {
            blocks_->add_constant(slice.count, constant_);
        } else {
            blocks_->add(slice, (*slice.batch)[field_]);
        }
    }
}

ColumnChunk ColumnEncoder::finish() {
    blocks_->finish();
    read_totals(*metadata_, column_, *properties_, chunk_);
    // The next column uses their memory.
    blocks_.reset();
    writer_.reset();
    metadata_.reset();
    return std::move(chunk_);
}

}  // namespace ign::columnar
