#pragma once

#include <arrow/array.h>
#include <arrow/type.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ign/columnar/errors.hpp"

namespace ign::columnar {

/// Elements [begin, end) of an array.
struct Elements {
    const ::arrow::Array& array;
    std::int64_t begin;
    std::int64_t end;
};

inline Elements all_of(const ::arrow::Array& array) { return {array, 0, array.length()}; }

[[noreturn]] inline void fail_type(const ::arrow::DataType& type, std::string_view wanted) {
    throw ParquetError("has the type " + type.ToString() + " where " + std::string(wanted) +
                       " is expected; cast it with the program that wrote the file");
}

/// Calls `visit(std::optional<T>)` for each element, with `convert` making T of a value.
template <class ArrayType, class Convert, class Visit>
void visit_plain(Elements elements, Convert convert, Visit& visit) {
    const auto& array = static_cast<const ArrayType&>(elements.array);
    using Converted = decltype(convert(array.GetView(0)));
    using Value = std::conditional_t<std::is_same_v<Converted, std::string_view>, std::string_view,
                                     std::int64_t>;
    for (std::int64_t i = elements.begin; i < elements.end; ++i) {
        if (array.IsNull(i)) {
            visit(std::optional<Value>());
        } else {
            visit(std::optional<Value>(convert(array.GetView(i))));
        }
    }
}

// Programs that know no missing integers, as pandas by default, write them as floating point with
// NaN.
template <class ArrayType, class Visit>
void visit_floats(Elements elements, Visit& visit) {
    const auto& array = static_cast<const ArrayType&>(elements.array);
    for (std::int64_t i = elements.begin; i < elements.end; ++i) {
        if (array.IsNull(i) || std::isnan(array.Value(i))) {
            visit(std::optional<std::int64_t>());
            continue;
        }
        auto value = static_cast<double>(array.Value(i));
        if (!(std::abs(value) <= 0x1p53) || value != std::floor(value)) {
            throw ParquetError("holds " + std::to_string(value) + ", which is no integer");
        }
        visit(std::optional<std::int64_t>(static_cast<std::int64_t>(value)));
    }
}

inline std::int64_t to_signed(std::uint64_t value) {
    if (value > INT64_MAX) throw ParquetError("holds an integer above the range of 64 bits");
    return static_cast<std::int64_t>(value);
}

template <class Visit>
void visit_plain_integers(Elements elements, Visit& visit) {
    auto widen = [](auto value) -> std::int64_t { return static_cast<std::int64_t>(value); };
    switch (elements.array.type_id()) {
        case ::arrow::Type::INT8:
            return visit_plain<::arrow::Int8Array>(elements, widen, visit);
        case ::arrow::Type::INT16:
            return visit_plain<::arrow::Int16Array>(elements, widen, visit);
        case ::arrow::Type::INT32:
            return visit_plain<::arrow::Int32Array>(elements, widen, visit);
        case ::arrow::Type::INT64:
            return visit_plain<::arrow::Int64Array>(elements, widen, visit);
        case ::arrow::Type::UINT8:
            return visit_plain<::arrow::UInt8Array>(elements, widen, visit);
        case ::arrow::Type::UINT16:
            return visit_plain<::arrow::UInt16Array>(elements, widen, visit);
        case ::arrow::Type::UINT32:
            return visit_plain<::arrow::UInt32Array>(elements, widen, visit);
        case ::arrow::Type::UINT64:
            return visit_plain<::arrow::UInt64Array>(elements, to_signed, visit);
        case ::arrow::Type::FLOAT:
            return visit_floats<::arrow::FloatArray>(elements, visit);
        case ::arrow::Type::DOUBLE:
            return visit_floats<::arrow::DoubleArray>(elements, visit);
        case ::arrow::Type::NA:
            for (std::int64_t i = elements.begin; i < elements.end; ++i) {
                visit(std::optional<std::int64_t>());
            }
            return;
        default:
            fail_type(*elements.array.type(), "an integer");
    }
}

template <class Visit>
void visit_plain_bytes(Elements elements, Visit& visit) {
    auto same = [](std::string_view value) { return value; };
    switch (elements.array.type_id()) {
        case ::arrow::Type::STRING:
        case ::arrow::Type::BINARY:
            return visit_plain<::arrow::BinaryArray>(elements, same, visit);
        case ::arrow::Type::LARGE_STRING:
        case ::arrow::Type::LARGE_BINARY:
            return visit_plain<::arrow::LargeBinaryArray>(elements, same, visit);
        case ::arrow::Type::STRING_VIEW:
        case ::arrow::Type::BINARY_VIEW:
            return visit_plain<::arrow::BinaryViewArray>(elements, same, visit);
        case ::arrow::Type::FIXED_SIZE_BINARY:
            return visit_plain<::arrow::FixedSizeBinaryArray>(elements, same, visit);
        case ::arrow::Type::NA:
            for (std::int64_t i = elements.begin; i < elements.end; ++i) {
                visit(std::optional<std::string_view>());
            }
            return;
        default:
            fail_type(*elements.array.type(), "text or binary");
    }
}

/// Elements of a dictionary array; `values` are those of its dictionary.
template <class Value, class Visit>
void visit_indices(Elements elements, const std::vector<std::optional<Value>>& values,
                   Visit& visit) {
    const auto& array = static_cast<const ::arrow::DictionaryArray&>(elements.array);
    auto look_up = [&](std::optional<std::int64_t> index) {
        visit(index ? values.at(static_cast<std::size_t>(*index)) : std::nullopt);
    };
    visit_plain_integers({*array.indices(), elements.begin, elements.end}, look_up);
}

template <class Visit>
void visit_integers(Elements elements, Visit& visit) {
    if (elements.array.type_id() != ::arrow::Type::DICTIONARY) {
        return visit_plain_integers(elements, visit);
    }
    std::vector<std::optional<std::int64_t>> values;
    auto keep = [&values](std::optional<std::int64_t> value) { values.push_back(value); };
    visit_plain_integers(
        all_of(*static_cast<const ::arrow::DictionaryArray&>(elements.array).dictionary()), keep);
    visit_indices(elements, values, visit);
}

template <class Visit>
void visit_bytes(Elements elements, Visit& visit) {
    if (elements.array.type_id() != ::arrow::Type::DICTIONARY) {
        return visit_plain_bytes(elements, visit);
    }
    std::vector<std::optional<std::string_view>> values;
    auto keep = [&values](std::optional<std::string_view> value) { values.push_back(value); };
    visit_plain_bytes(
        all_of(*static_cast<const ::arrow::DictionaryArray&>(elements.array).dictionary()), keep);
    visit_indices(elements, values, visit);
}

}  // namespace ign::columnar
