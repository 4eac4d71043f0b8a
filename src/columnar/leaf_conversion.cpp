#include "leaf_conversion.hpp"

#include <limits>
#include <string>

#include "array_values.hpp"

namespace ign::columnar {
namespace {

using ::arrow::Type;

constexpr std::int64_t milliseconds_per_day = 86'400'000;

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
    return value / by - (value % by < 0 ? 1 : 0);
}

std::int64_t multiply(std::int64_t value, std::int64_t by) {
    std::int64_t product;
    if (__builtin_mul_overflow(value, by, &product)) {
        throw ParquetError("holds the time " + std::to_string(value) + ", which is out of range");
    }
    return product;
}

std::int64_t to_milliseconds(std::int64_t value, ::arrow::TimeUnit::type unit) {
    switch (unit) {
        case ::arrow::TimeUnit::SECOND:
            return multiply(value, 1000);
        case ::arrow::TimeUnit::MILLI:
            return value;
        case ::arrow::TimeUnit::MICRO:
            return floor_divide(value, 1000);
        case ::arrow::TimeUnit::NANO:
            break;
    }
    return floor_divide(value, 1'000'000);
}

void append_bytes(std::string_view value, Leaf& leaf) {
    check_room(value.size(), leaf);
    leaf.push_bytes(value);
}

struct Range {
    std::int64_t least;
    std::int64_t greatest;
};

constexpr Range int16_range = {INT16_MIN, INT16_MAX};
constexpr Range int32_range = {INT32_MIN, INT32_MAX};

std::int32_t checked(std::int64_t value, Range range) {
    if (value < range.least || value > range.greatest) {
        throw ParquetError("holds " + std::to_string(value) + ", which is out of its range");
    }
    return static_cast<std::int32_t>(value);
}

// Room for all at once: growing by doubling would touch twice the memory.
void append_binary(const ::arrow::BinaryArray& array, Leaf& leaf) {
    auto rows = static_cast<std::size_t>(array.length());
    auto bytes = static_cast<std::size_t>(array.total_values_length());
    if (rows == 0) return;
    check_room(bytes, leaf);
    leaf.definition.reserve(rows);
    leaf.ends.reserve(rows);
    leaf.bytes.reserve(bytes);
    if (array.null_count() != 0) {
        for (std::int64_t i = 0; i < array.length(); ++i) {
            array.IsNull(i) ? leaf.append_null() : leaf.append_bytes(array.GetView(i));
        }
        return;
    }
    const std::int32_t* offsets = array.raw_value_offsets();
    auto base =
        static_cast<std::uint32_t>(leaf.bytes.size()) - static_cast<std::uint32_t>(*offsets);
    std::uint32_t* ends = leaf.ends.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        ends[i] = base + static_cast<std::uint32_t>(offsets[i + 1]);
    }
    leaf.ends.commit(rows);
    leaf.definition.append(rows, 1);
    leaf.bytes.append(reinterpret_cast<const char*>(array.raw_data()) + *offsets, bytes);
}

void append_text(const ::arrow::Array& array, Leaf& leaf) {
    if (array.type_id() == Type::STRING || array.type_id() == Type::BINARY) {
        return append_binary(static_cast<const ::arrow::BinaryArray&>(array), leaf);
    }
    auto append = [&leaf](std::optional<std::string_view> value) {
        leaf.definition.push_back(value ? 1 : 0);
        if (value) append_bytes(*value, leaf);
    };
    visit_bytes(all_of(array), append);
}

void append_ints(const ::arrow::Array& array, Range range, Leaf& leaf) {
    leaf.definition.reserve(static_cast<std::size_t>(array.length()));
    leaf.ints.reserve(static_cast<std::size_t>(array.length()));
    auto append = [&](std::optional<std::int64_t> value) {
        value ? leaf.append_int(checked(*value, range)) : leaf.append_null();
    };
    visit_integers(all_of(array), append);
}

void append_longs(const ::arrow::Array& array, Leaf& leaf) {
    leaf.definition.reserve(static_cast<std::size_t>(array.length()));
    leaf.longs.reserve(static_cast<std::size_t>(array.length()));
    auto append = [&leaf](std::optional<std::int64_t> value) {
        value ? leaf.append_long(*value) : leaf.append_null();
    };
    visit_integers(all_of(array), append);
}

// Calls `visit` with milliseconds since 1970-01-01, whatever the array counts in.
template <class Visit>
void visit_times(const ::arrow::Array& array, Visit& visit) {
    switch (array.type_id()) {
        case Type::DATE32:
            return visit_plain<::arrow::Date32Array>(
                all_of(array),
                [](std::int32_t days) -> std::int64_t { return days * milliseconds_per_day; },
                visit);
        case Type::DATE64:
            return visit_plain<::arrow::Date64Array>(
                all_of(array), [](std::int64_t value) { return value; }, visit);
        case Type::TIMESTAMP: {
            auto unit = static_cast<const ::arrow::TimestampType&>(*array.type()).unit();
            return visit_plain<::arrow::TimestampArray>(
                all_of(array), [unit](std::int64_t value) { return to_milliseconds(value, unit); },
                visit);
        }
        case Type::NA:
            return visit_integers(all_of(array), visit);
        default:
            fail_type(*array.type(), "a date or a timestamp");
    }
}

void append_dates(const ::arrow::Array& array, Leaf& leaf) {
    auto append = [&leaf](std::optional<std::int64_t> value) {
        if (!value) return leaf.append_null();
        leaf.append_int(checked(floor_divide(*value, milliseconds_per_day), int32_range));
    };
    visit_times(array, append);
}

void append_timestamps(const ::arrow::Array& array, Leaf& leaf) {
    auto append = [&leaf](std::optional<std::int64_t> value) {
        value ? leaf.append_long(*value) : leaf.append_null();
    };
    visit_times(array, append);
}

void append_level(Leaf& leaf, Level definition, Level repetition) {
    leaf.definition.push_back(definition);
    leaf.repetition.push_back(repetition);
}

// Lists and maps alike: levels of NULL and empty rows, and `append_element(values, i, repetition)`.
template <class ListArray, class AppendRow, class AppendElements>
void append_rows(const ::arrow::Array& array, AppendRow append_row,
                 AppendElements append_elements) {
    const auto& lists = static_cast<const ListArray&>(array);
    for (std::int64_t row = 0; row < lists.length(); ++row) {
        if (lists.IsNull(row)) {
            append_row(std::int16_t{0});
        } else if (lists.value_length(row) == 0) {
            append_row(std::int16_t{1});
        } else {
            std::int64_t begin = lists.value_offset(row);
            append_elements(Elements{*lists.values(), begin, begin + lists.value_length(row)});
        }
    }
}

template <class AppendRow, class AppendElements>
void append_any_list(const ::arrow::Array& array, AppendRow append_row,
                     AppendElements append_elements) {
    switch (array.type_id()) {
        case Type::LIST:
        case Type::MAP:
            return append_rows<::arrow::ListArray>(array, append_row, append_elements);
        case Type::LARGE_LIST:
            return append_rows<::arrow::LargeListArray>(array, append_row, append_elements);
        case Type::FIXED_SIZE_LIST:
            return append_rows<::arrow::FixedSizeListArray>(array, append_row, append_elements);
        case Type::NA:
            for (std::int64_t row = 0; row < array.length(); ++row) append_row(std::int16_t{0});
            return;
        default:
            fail_type(*array.type(), "a list or a map");
    }
}

// The elements of a row, at least one, of a type whose values all fit.
template <class Array>
void append_numbers(Elements elements, Leaf& leaf) {
    const auto& array = static_cast<const Array&>(elements.array);
    auto count = static_cast<std::size_t>(elements.end - elements.begin);
    Level* definition = leaf.definition.reserve(count);
    std::int32_t* ints = leaf.ints.reserve(count);
    std::size_t values = 0;
    if (array.null_count() == 0) {
        const auto* numbers = array.raw_values() + elements.begin;
        for (; values < count; ++values) ints[values] = numbers[values];
        leaf.definition.append(count, 3);
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t at = elements.begin + static_cast<std::int64_t>(i);
            bool is_null = array.IsNull(at);
            definition[i] = is_null ? 2 : 3;
            if (!is_null) ints[values++] = array.Value(at);
        }
        leaf.definition.commit(count);
    }
    leaf.ints.commit(values);
    leaf.repetition.push_back(0);
    leaf.repetition.append(count - 1, 1);
}

// Room for the levels and values of all rows.
template <class ListArray>
void reserve_lists(const ListArray& lists, Leaf& leaf) {
    auto values =
        static_cast<std::size_t>(lists.value_offset(lists.length()) - lists.value_offset(0));
    leaf.definition.reserve(values + static_cast<std::size_t>(lists.length()));
    leaf.repetition.reserve(values + static_cast<std::size_t>(lists.length()));
    leaf.ints.reserve(values);
}

void append_lists(const ::arrow::Array& array, Range range, Leaf& leaf) {
    if (array.type_id() == Type::LIST) {
        reserve_lists(static_cast<const ::arrow::ListArray&>(array), leaf);
    }
    auto append_row = [&leaf](Level definition) { append_level(leaf, definition, 0); };
    auto append_elements = [&](Elements elements) {
        Type::type type = elements.array.type_id();
        if (type == Type::INT16) return append_numbers<::arrow::Int16Array>(elements, leaf);
        if (type == Type::INT32 && range.least == int32_range.least) {
            return append_numbers<::arrow::Int32Array>(elements, leaf);
        }
        Level repetition = 0;
        auto append = [&](std::optional<std::int64_t> value) {
            append_level(leaf, value ? 3 : 2, repetition);
            if (value) leaf.ints.push_back(checked(*value, range));
            repetition = 1;
        };
        visit_integers(elements, append);
    };
    append_any_list(array, append_row, append_elements);
}

void append_map_leaf(Elements elements, Leaf& leaf) {
    Level repetition = 0;
    auto append = [&](std::optional<std::string_view> value) {
        if (!value) throw ParquetError("holds a NULL inside a map");
        append_level(leaf, 2, repetition);
        append_bytes(*value, leaf);
        repetition = 1;
    };
    visit_bytes(elements, append);
}

// A MAP, or what programs without maps make of one: a list of structs of key and value.
void append_maps(const ::arrow::Array& array, RowBatch& batch) {
    Leaf& keys = batch[Field::tags_key];
    Leaf& values = batch[Field::tags_value];
    auto append_row = [&](Level definition) {
        append_level(keys, definition, 0);
        append_level(values, definition, 0);
    };
    auto append_elements = [&](Elements elements) {
        if (elements.array.type_id() != Type::STRUCT || elements.array.type()->num_fields() != 2) {
            fail_type(*array.type(), "a map of text to text");
        }
        const auto& entries = static_cast<const ::arrow::StructArray&>(elements.array);
        append_map_leaf({*entries.field(0), elements.begin, elements.end}, keys);
        append_map_leaf({*entries.field(1), elements.begin, elements.end}, values);
    };
    append_any_list(array, append_row, append_elements);
}

void append_by_type(Field field, const ::arrow::Array& array, RowBatch& batch) {
    Leaf& leaf = batch[field];
    switch (info(field).type) {
        case FieldType::text:
        case FieldType::binary:
            return append_text(array, leaf);
        case FieldType::int16:
            return append_ints(array, int16_range, leaf);
        case FieldType::int32:
            return append_ints(array, int32_range, leaf);
        case FieldType::int64:
            return append_longs(array, leaf);
        case FieldType::date:
            return append_dates(array, leaf);
        case FieldType::timestamp:
            return append_timestamps(array, leaf);
        case FieldType::int16_list:
            return append_lists(array, int16_range, leaf);
        case FieldType::int32_list:
            return append_lists(array, int32_range, leaf);
        case FieldType::map_key:
        case FieldType::map_value:
            return append_maps(array, batch);
    }
}

}  // namespace

void check_room(std::size_t bytes, const Leaf& leaf) {
    if (leaf.bytes.size() + bytes > std::numeric_limits<std::uint32_t>::max()) {
        throw ParquetError(
            "holds more than 4 GiB in one row group; rewrite the file with smaller row groups");
    }
}

void append_array(Field field, const ::arrow::Array& array, RowBatch& batch) {
    try {
        append_by_type(field, array, batch);
    } catch (const ParquetError& error) {
        throw ParquetError("the column " + std::string(info(field).name) + " " + error.what());
    }
}

}  // namespace ign::columnar
