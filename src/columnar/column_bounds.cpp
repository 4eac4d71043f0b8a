#include "column_bounds.hpp"

#include <string>

namespace ign::columnar {
namespace {

enum class Meaning : std::uint8_t { unknown, number, text };

Meaning meaning_of(const parquet::LogicalType& type, parquet::Type::type physical) {
    bool is_integer = physical == parquet::Type::INT32 || physical == parquet::Type::INT64;
    if (physical == parquet::Type::BYTE_ARRAY) {
        return type.is_string() || type.is_none() ? Meaning::text : Meaning::unknown;
    }
    if (!is_integer) return Meaning::unknown;
    if (type.is_int()) {
        bool is_signed = static_cast<const parquet::IntLogicalType&>(type).is_signed();
        return is_signed ? Meaning::number : Meaning::unknown;
    }
    return type.is_none() || type.is_date() || type.is_timestamp() ? Meaning::number
                                                                   : Meaning::unknown;
}

// A value of the column is so many, or one in so many, of those that a batch holds for the field.
struct Scale {
    std::int64_t times = 1;
    std::int64_t parts = 1;
};

Scale scale_of(const parquet::LogicalType& type, Field field) {
    constexpr std::int64_t milliseconds_per_day = 86'400'000;
    bool to_days = info(field).type == FieldType::date;
    if (type.is_date()) return {to_days ? 1 : milliseconds_per_day, 1};
    if (!type.is_timestamp()) return {};
    Scale scale{1, to_days ? milliseconds_per_day : 1};
    auto unit = static_cast<const parquet::TimestampLogicalType&>(type).time_unit();
    if (unit == parquet::LogicalType::TimeUnit::MICROS) scale.parts *= 1000;
    if (unit == parquet::LogicalType::TimeUnit::NANOS) scale.parts *= 1'000'000;
    return scale;
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
    return value / by - (value % by < 0 ? 1 : 0);
}

template <class ParquetType>
void read_numbers(const parquet::Statistics& statistics, Scale scale, ColumnBounds& bounds) {
    const auto& typed = static_cast<const parquet::TypedStatistics<ParquetType>&>(statistics);
    std::int64_t least;
    std::int64_t greatest;
    if (__builtin_mul_overflow(std::int64_t{typed.min()}, scale.times, &least) ||
        __builtin_mul_overflow(std::int64_t{typed.max()}, scale.times, &greatest)) {
        return;
    }
    bounds.least = floor_divide(least, scale.parts);
    bounds.greatest = floor_divide(greatest, scale.parts);
}

}  // namespace

ColumnBounds bounds_of(const parquet::Statistics& statistics,
                       const parquet::ColumnDescriptor& column, Field field) {
    ColumnBounds bounds;
    if (statistics.HasNullCount() && statistics.null_count() >= 0) {
        bounds.nulls = static_cast<std::uint64_t>(statistics.null_count());
    }
    if (!statistics.HasMinMax()) return bounds;
    const parquet::LogicalType& type = *column.logical_type();
    switch (meaning_of(type, column.physical_type())) {
        case Meaning::unknown:
            break;
        case Meaning::number:
            if (column.physical_type() == parquet::Type::INT32) {
                read_numbers<parquet::Int32Type>(statistics, scale_of(type, field), bounds);
            } else {
                read_numbers<parquet::Int64Type>(statistics, scale_of(type, field), bounds);
            }
            break;
        case Meaning::text: {
            const auto& typed =
                static_cast<const parquet::TypedStatistics<parquet::ByteArrayType>&>(statistics);
            bounds.least_text.emplace(std::string_view(typed.min()));
            bounds.greatest_text.emplace(std::string_view(typed.max()));
            break;
        }
    }
    return bounds;
}

}  // namespace ign::columnar
