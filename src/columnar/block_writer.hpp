#pragma once

#include <parquet/column_writer.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "row_blocks.hpp"

namespace ign::columnar {

/// Gives blocks to Parquet's writer.
template <class ParquetType>
class BlockWriter : public RowBlocks {
  public:
    using Value = typename ParquetType::c_type;

    BlockWriter(const parquet::ColumnDescriptor& column,
                std::shared_ptr<parquet::ColumnWriter> writer)
        : RowBlocks(column),
          writer_(std::move(writer)),
          typed_(static_cast<parquet::TypedColumnWriter<ParquetType>&>(*writer_)) {}

    void finish() override {
        end_last_block();
        writer_->Close();
    }

  private:
    static void widen(const Level* levels, std::size_t count, Buffer<std::int16_t>& out) {
        std::copy(levels, levels + count, out.reserve(count));
        out.commit(count);
    }

    void append(const Window& window) override {
        widen(window.definition(), window.slots, definition_);
        if (is_repeated()) widen(window.repetition(), window.slots, repetition_);
        if constexpr (std::is_same_v<Value, std::int32_t>) {
            values_.append(window.leaf->ints.data() + window.value, window.values);
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            values_.append(window.leaf->longs.data() + window.value, window.values);
        } else {
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
    }

    void append_nulls(std::size_t rows) override {
        definition_.append(rows, 0);
        if (is_repeated()) repetition_.append(rows, 0);
    }

    void append_constant(std::string_view value) override {
        if constexpr (std::is_same_v<Value, parquet::ByteArray>) {
            definition_.push_back(max_definition());
            values_.push_back(parquet::ByteArray(value));
        } else {
            throw std::logic_error("only text is constant");
        }
    }

    void end_block() override {
        typed_.WriteBatch(static_cast<std::int64_t>(definition_.size()), definition_.data(),
                          is_repeated() ? repetition_.data() : nullptr, values_.data());
        definition_.clear();
        repetition_.clear();
        values_.clear();
    }

    std::shared_ptr<parquet::ColumnWriter> writer_;
    parquet::TypedColumnWriter<ParquetType>& typed_;
    Buffer<std::int16_t> definition_;
    Buffer<std::int16_t> repetition_;
    Buffer<Value> values_;
};

}  // namespace ign::columnar
