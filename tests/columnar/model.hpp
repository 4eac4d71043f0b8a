#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// A row as plain values, apart from the levels and buffers under test. Each field has its value in
/// the member that fits its type; the map is `tags`.
struct Row {
    using List = std::vector<std::optional<std::int32_t>>;
    using Map = std::vector<std::pair<std::string, std::string>>;

    std::array<std::optional<std::string>, field_count> bytes;
    std::array<std::optional<std::int64_t>, field_count> numbers;
    std::array<std::optional<List>, field_count> lists;
    std::optional<Map> tags;

    bool operator==(const Row&) const = default;
};

inline const std::vector<Field> all_fields = [] {
    std::vector<Field> all;
    for (std::size_t i = 0; i < field_count; ++i) all.push_back(static_cast<Field>(i));
    return all;
}();

/// Fields that the default options leave out of a file.
bool is_absent_by_default(Field field);

/// Made-up rows with every kind of value: NULL, empty, NULs, non-ASCII, extremes, empty lists and
/// maps, NULL elements. The fields that are absent by default stay NULL; `numbering` is
/// "pseudo-legal".
std::vector<Row> make_rows(std::size_t count, unsigned seed);

void append(const Row& row, RowBatch& batch);

/// The rows in batches of `batch_rows`.
std::vector<RowSlice> slices_of(const std::vector<Row>& rows, std::size_t batch_rows);

/// What a batch holds; fields without levels are NULL.
std::vector<Row> rows_of(const RowBatch& batch);

/// One line of JSON, binary values in hexadecimal.
void print_json(const Row& row, std::ostream& out);

}  // namespace ign::columnar
