#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include "ign/columnar/schema.hpp"

namespace ign::columnar {

/// A growing array of plain values that never initialises what it hands out, never shrinks and is
/// reused from batch to batch: std::vector would clear every element before it is written, and hold
/// a large array twice while it grows.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const T* data() const { return data_.get(); }
    [[nodiscard]] T* data() { return data_.get(); }
    [[nodiscard]] std::span<const T> span() const { return {data_.get(), size_}; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data_.get()[i]; }
    [[nodiscard]] T& operator[](std::size_t i) { return data_.get()[i]; }
    /// Forgets the values; the memory stays.
    void clear() { size_ = 0; }
    /// Forgets the values of one use before the next one, which may be much smaller: memory that
    /// only a huge value can have asked for is given back.
    void recycle() {
        if (capacity_ > most_kept) *this = {};
        size_ = 0;
    }

    /// Room for `count` more values; the caller writes them and then calls `commit`.
    T* reserve(std::size_t count) {
        if (capacity_ - size_ < count) [[unlikely]] {
            grow(count);
        }
        return data_.get() + size_;
    }
    void commit(std::size_t count) { size_ += count; }

    /// Appends a value, `count` values, or the same value `count` times.
    void push_back(T value) {
        *reserve(1) = value;
        ++size_;
    }
    void append(const T* values, std::size_t count) {
        if (count != 0) {
            std::memcpy(reserve(count), values, count * sizeof(T));
            size_ += count;
        }
    }
    void append(std::size_t count, T value) {
        T* out = reserve(count);
        for (std::size_t i = 0; i < count; ++i) out[i] = value;
        size_ += count;
    }
    void truncate(std::size_t size) { size_ = size; }

    /// Values that no ordinary use exceeds.
    static constexpr std::size_t most_kept = (std::size_t{32} << 20) / sizeof(T);

  private:
    [[gnu::noinline]] void grow(std::size_t count) {
        std::size_t capacity = capacity_ * 2 < size_ + count ? size_ + count : capacity_ * 2;
        auto* grown = static_cast<T*>(std::realloc(data_.get(), capacity * sizeof(T)));
        if (grown == nullptr) throw std::bad_alloc();
        static_cast<void>(data_.release());
        data_.reset(grown);
        std::uninitialized_default_construct(grown + size_, grown + capacity);
        capacity_ = capacity;
    }

    struct Free {
        void operator()(T* data) const { std::free(data); }
    };

    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// None exceeds 3, and there is one of each kind for every slot: half the bytes of Parquet's own.
using Level = std::int8_t;

/// The values of one leaf column of some rows, as Parquet's writers want them: levels for every
/// slot, values for the defined slots alone.
///
///     scalar        definition 0 = NULL, 1 = value
///     list element  definition 0 = NULL list, 1 = empty list, 2 = NULL element, 3 = value;
///                   repetition 0 = first slot of a row, 1 = further elements
///     map leaf      definition 0 = NULL map, 1 = empty map, 2 = entry (key or value)
///
/// Only the value buffer that fits the field's type is used: `ints` for 16 and 32 bit numbers and
/// dates, `longs` for 64 bits, `bytes` cut at `ends` (positions in `bytes`, one for each value) for
/// text and binary.
struct Leaf {
    Buffer<Level> definition;
    Buffer<Level> repetition;
    Buffer<std::int32_t> ints;
    Buffer<std::int64_t> longs;
    Buffer<std::uint32_t> ends;
    Buffer<char> bytes;

    /// Appends a slot of a scalar: NULL, a number, or text or bytes.
    void append_null() { definition.push_back(0); }
    void append_int(std::int32_t value) {
        definition.push_back(1);
        ints.push_back(value);
    }
    void append_long(std::int64_t value) {
        definition.push_back(1);
        longs.push_back(value);
    }
    void append_bytes(std::string_view value) {
        definition.push_back(1);
        push_bytes(value);
    }
    /// The bytes alone, without a level: for the leaves of a map.
    void push_bytes(std::string_view value) {
        bytes.append(value.data(), value.size());
        ends.push_back(static_cast<std::uint32_t>(bytes.size()));
    }
    /// Takes the last slot of a text or binary column away again.
    void drop_last_bytes() {
        if (definition[definition.size() - 1] != 0) {
            ends.truncate(ends.size() - 1);
            bytes.truncate(ends.size() == 0 ? 0 : ends[ends.size() - 1]);
        }
        definition.truncate(definition.size() - 1);
    }
    /// The text or bytes of the value-th defined slot, from 0; valid until the leaf changes.
    [[nodiscard]] std::string_view bytes_at(std::size_t value) const {
        std::uint32_t begin = value == 0 ? 0 : ends[value - 1];
        return {bytes.data() + begin, ends[value] - begin};
    }
    /// Makes room for what `other` holds and a little more.
    void reserve_like(const Leaf& other) {
        auto room = [](auto& buffer, const auto& like) {
            if (like.size() <= buffer.most_kept) buffer.reserve(like.size() + like.size() / 8);
        };
        room(definition, other.definition);
        room(repetition, other.repetition);
        room(ints, other.ints);
        room(longs, other.longs);
        room(ends, other.ends);
        room(bytes, other.bytes);
    }
    void clear() {
        definition.recycle();
        repetition.recycle();
        ints.recycle();
        longs.recycle();
        ends.recycle();
        bytes.recycle();
    }
};

/// Some consecutive rows, column by column. A field the file does not have stays empty.
class RowBatch {
  public:
    Leaf& operator[](Field field) { return leaves_[index_of(field)]; }
    const Leaf& operator[](Field field) const { return leaves_[index_of(field)]; }

    /// Rows appended so far; the writer of the rows counts them with `end_row`.
    [[nodiscard]] std::size_t rows() const { return row_bytes_.size(); }

    /// Closes a row; `bytes` is about what it takes uncompressed, by which row groups are bounded.
    void end_row(std::uint32_t bytes) { row_bytes_.push_back(bytes); }
    /// The same for several rows.
    void end_rows(std::size_t count, std::uint32_t bytes) { row_bytes_.append(count, bytes); }
    [[nodiscard]] std::uint32_t row_bytes(std::size_t row) const { return row_bytes_[row]; }

    /// Makes room for rows as those of `other`: a batch that grows by doubling copies everything
    /// once more.
    void reserve_like(const RowBatch& other) {
        for (std::size_t i = 0; i < field_count; ++i) leaves_[i].reserve_like(other.leaves_[i]);
        row_bytes_.reserve(other.row_bytes_.size() + other.row_bytes_.size() / 8);
    }

    void clear() {
        for (Leaf& leaf : leaves_) leaf.clear();
        row_bytes_.recycle();
    }

  private:
    std::array<Leaf, field_count> leaves_;
    Buffer<std::uint32_t> row_bytes_;
};

/// Rows [first, first + count) of a batch that somebody keeps alive.
struct RowSlice {
    std::shared_ptr<const RowBatch> batch;
    std::size_t first;
    std::size_t count;
};

}  // namespace ign::columnar
