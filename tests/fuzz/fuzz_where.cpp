// Any text as a condition: what is read is written so that it reads as the same; a condition and
// its negation want no row in common, and together all rows without NULLs; and statistics never
// rule out a row group that holds a row that is wanted.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/search/filter.hpp"
#include "ign/search/where.hpp"

namespace {

using namespace ign::search;
using ign::columnar::ColumnBounds;
using ign::columnar::Field;
using ign::columnar::FieldType;
using ign::columnar::Leaf;
using ign::columnar::RowBatch;

constexpr std::array<std::int64_t, 5> numbers = {-32768, -1, 0, 1500, 32767};
constexpr std::array<std::string_view, 5> texts = {"", "1-0", "B20", "Zürich", "a_b%"};

enum class Nulls { none, some };

// Rows with every pair of values in neighbouring columns, some of them NULL if asked for.
RowBatch make_rows(Nulls nulls) {
    RowBatch batch;
    for (std::size_t row = 0; row < 36; ++row) {
        for (std::size_t i = 0; i < ign::columnar::field_count; ++i) {
            auto field = static_cast<Field>(i);
            std::size_t choice = (i % 2 == 0 ? row / 6 : row) % 6;
            Leaf& leaf = batch[field];
            bool is_null = choice == 5 && nulls == Nulls::some;
            if (choice == 5) choice = 4;
            switch (ign::columnar::info(field).type) {
                case FieldType::text:
                    is_null ? leaf.append_null() : leaf.append_bytes(texts[choice]);
                    break;
                case FieldType::int64:
                case FieldType::timestamp:
                    is_null ? leaf.append_null() : leaf.append_long(numbers[choice]);
                    break;
                case FieldType::int16:
                case FieldType::int32:
                case FieldType::date:
                    is_null ? leaf.append_null()
                            : leaf.append_int(static_cast<std::int32_t>(numbers[choice]));
                    break;
                default:  // can only be asked IS NULL
                    leaf.definition.push_back(is_null ? 0 : 1);
                    break;
            }
        }
        batch.end_row(1);
    }
    return batch;
}

ColumnBounds bounds_of(const Leaf& leaf) {
    ColumnBounds bounds;
    bounds.nulls = static_cast<std::uint64_t>(std::ranges::count(leaf.definition.span(), 0));
    auto add = [&bounds](std::int64_t value) {
        bounds.least = std::min(bounds.least.value_or(value), value);
        bounds.greatest = std::max(bounds.greatest.value_or(value), value);
    };
    for (std::int32_t value : leaf.ints.span()) add(value);
    for (std::int64_t value : leaf.longs.span()) add(value);
    for (std::size_t i = 0; i < leaf.ends.size(); ++i) {
        std::string value(leaf.bytes_at(i));
        bounds.least_text = std::min(bounds.least_text.value_or(value), value);
        bounds.greatest_text = std::max(bounds.greatest_text.value_or(value), value);
    }
    return bounds;
}

RowMask wanted(const Filter& filter, const RowBatch& batch) {
    RowMask mask(batch.rows(), 1);
    filter.apply(batch, mask);
    return mask;
}

void check_filter(const Condition& condition, const RowBatch& batch, Nulls nulls) {
    auto filter = Filter::compile(condition);
    if (!filter) return;
    auto negation = Filter::compile({ConditionKind::negation, {condition}, {}});
    IGN_CHECK(negation);
    RowMask yes = wanted(*filter, batch);
    RowMask no = wanted(*negation, batch);
    for (std::size_t row = 0; row < yes.size(); ++row) {
        IGN_CHECK(yes[row] + no[row] <= 1);
        IGN_CHECK(nulls == Nulls::some || yes[row] + no[row] == 1);
    }
    auto bounds = [&batch](Field field) { return bounds_of(batch[field]); };
    IGN_CHECK(filter->may_match(bounds, batch.rows()) || std::ranges::count(yes, 1) == 0);
    IGN_CHECK(negation->may_match(bounds, batch.rows()) || std::ranges::count(no, 1) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const RowBatch full = make_rows(Nulls::none);
    static const RowBatch gappy = make_rows(Nulls::some);
    std::string_view text(reinterpret_cast<const char*>(data), size);
    auto condition = parse_where(text);
    if (!condition) {
        IGN_CHECK(condition.error().offset <= size && !condition.error().what.empty());
        return 0;
    }
    std::string written = to_text(*condition);
    auto again = parse_where(written);
    IGN_CHECK(again);
    IGN_CHECK(to_text(*again) == written);
    check_filter(*condition, full, Nulls::none);
    check_filter(*condition, gappy, Nulls::some);
    return 0;
}
