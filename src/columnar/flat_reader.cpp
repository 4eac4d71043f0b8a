#include "flat_reader.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "ign/base/text.hpp"
#include "ign/columnar/errors.hpp"
#include "leaf_conversion.hpp"

namespace ign::columnar {
namespace {

constexpr std::size_t most_at_once = 65536;

bool has_type(const parquet::ColumnDescriptor& column, parquet::Type::type type) {
    return column.physical_type() == type;
}

bool is_plain(const parquet::LogicalType& meaning) { return meaning.is_none(); }

bool is_signed_or_plain(const parquet::LogicalType& meaning) {
    return is_plain(meaning) ||
           (meaning.is_int() && static_cast<const parquet::IntLogicalType&>(meaning).is_signed());
}

bool is_int16(const parquet::LogicalType& meaning) {
    if (!is_signed_or_plain(meaning) || is_plain(meaning)) return false;
    return static_cast<const parquet::IntLogicalType&>(meaning).bit_width() == 16;
}

}  // namespace

bool FlatReader::can_read(const parquet::ColumnDescriptor& column, Field field) {
    if (column.max_repetition_level() != 0 || column.path()->ToDotVector().size() != 1) {
        return false;
    }
    if (!column.logical_type()) return false;
    const parquet::LogicalType& meaning = *column.logical_type();
    switch (info(field).type) {
        case FieldType::int16:
            return has_type(column, parquet::Type::INT32) && is_int16(meaning);
        case FieldType::int32:
            return has_type(column, parquet::Type::INT32) && is_signed_or_plain(meaning);
        case FieldType::int64:
            return has_type(column, parquet::Type::INT64) && is_signed_or_plain(meaning);
        case FieldType::text:
            return has_type(column, parquet::Type::BYTE_ARRAY) && meaning.is_string();
        case FieldType::binary:
            return has_type(column, parquet::Type::BYTE_ARRAY) && is_plain(meaning);
        default:
            return false;
    }
}

FlatReader::FlatReader(parquet::RowGroupReader& group, int column, Field field)
    : reader_(group.Column(column)),
      field_(field),
      has_nulls_(reader_->descr()->max_definition_level() != 0) {}

std::size_t FlatReader::read(std::size_t rows, Leaf& leaf) {
    // What a footer says of rows is believed as far as they come.
    std::size_t most = std::min(rows, most_at_once);
    levels_.resize(std::max(levels_.size(), most));
    std::size_t done = 0;
    while (done < rows && reader_->HasNext()) {
        Slots slots = read_values(std::min(rows - done, most), leaf);
        if (slots.all == 0) break;
        append_levels(slots.all, leaf);
        done += slots.all;
    }
    return done;
}

FlatReader::Slots FlatReader::read_values(std::size_t most, Leaf& leaf) {
    Slots slots{};
    switch (info(field_).type) {
        case FieldType::int16:
        case FieldType::int32:
            slots = read_slots<parquet::Int32Type>(most, leaf.ints.reserve(most));
            check_range({leaf.ints.data() + leaf.ints.size(), slots.defined});
            leaf.ints.commit(slots.defined);
            return slots;
        case FieldType::int64:
            slots = read_slots<parquet::Int64Type>(most, leaf.longs.reserve(most));
            leaf.longs.commit(slots.defined);
            return slots;
        default:
            return read_bytes(most, leaf);
    }
}

// A file may hold more in a column of 16 bits than it says.
void FlatReader::check_range(std::span<const std::int32_t> values) const {
    if (info(field_).type != FieldType::int16) return;
    for (std::int32_t value : values) {
        if (value == static_cast<std::int16_t>(value)) continue;
        throw ParquetError("the column " + std::string(info(field_).name) + " holds " +
                           std::to_string(value) + ", which is not of 16 bits");
    }
}

FlatReader::Slots FlatReader::read_bytes(std::size_t most, Leaf& leaf) {
    bytes_.resize(std::max(bytes_.size(), most));
    Slots slots = read_slots<parquet::ByteArrayType>(most, bytes_.data());
    std::span<const parquet::ByteArray> values(bytes_.data(), slots.defined);
    std::size_t total = 0;
    for (const parquet::ByteArray& value : values) total += value.len;
    check_room(total, leaf);
    char* out = leaf.bytes.reserve(total);
    std::uint32_t* end = leaf.ends.reserve(values.size());
    auto size = static_cast<std::uint32_t>(leaf.bytes.size());
    for (const parquet::ByteArray& value : values) {
        if (value.len != 0) std::memcpy(out, value.ptr, value.len);
        out += value.len;
        size += value.len;
        *end++ = size;
    }
    std::string_view all(leaf.bytes.data() + leaf.bytes.size(), total);
    if (info(field_).type == FieldType::text && !is_ascii(all)) check_text(values);
    leaf.bytes.commit(total);
    leaf.ends.commit(values.size());
    return slots;
}

void FlatReader::check_text(std::span<const parquet::ByteArray> values) const {
    for (const parquet::ByteArray& value : values) {
        if (is_valid_utf8({reinterpret_cast<const char*>(value.ptr), value.len})) continue;
        throw ParquetError("the column " + std::string(info(field_).name) +
                           " has text that is not UTF-8");
    }
}

template <class Type>
FlatReader::Slots FlatReader::read_slots(std::size_t most, typename Type::c_type* values) {
    auto& reader = static_cast<parquet::TypedColumnReader<Type>&>(*reader_);
    std::int64_t defined = 0;
    std::int64_t all = reader.ReadBatch(static_cast<std::int64_t>(most), levels_.data(), nullptr,
                                        values, &defined);
    std::int64_t said = has_nulls_ ? std::count(levels_.begin(), levels_.begin() + all, 1) : all;
    if (defined != said) {
        throw ParquetError("the column " + std::string(info(field_).name) +
                           " has pages without the values that they say");
    }
    return {static_cast<std::size_t>(all), static_cast<std::size_t>(defined)};
}

void FlatReader::append_levels(std::size_t slots, Leaf& leaf) const {
    if (!has_nulls_) return leaf.definition.append(slots, 1);
    Level* definition = leaf.definition.reserve(slots);
    const std::int16_t* levels = levels_.data();
    for (std::size_t i = 0; i < slots; ++i) definition[i] = static_cast<Level>(levels[i]);
    leaf.definition.commit(slots);
}

}  // namespace ign::columnar
