#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ign/columnar/row_batch.hpp"

namespace ign::convert {

/// Walks the rows of a batch and gives the values of one row. A field that the batch does not have
/// is NULL.
class RowCursor {
  public:
    using Field = columnar::Field;

    /// Begins before the row after the last one; rows may still be appended to the batch.
    explicit RowCursor(const columnar::RowBatch& batch) : batch_(&batch) {}

    /// Stands on the row appended last, which need not be closed with end_row.
    [[nodiscard]] static RowCursor last_row(const columnar::RowBatch& batch);

    /// Goes to the next row; false if there is none.
    bool next();

    /// Goes over so many rows, which there must be, as calling next() for each does but quickly. No
    /// value may be asked for before the next call of next().
    void skip(std::size_t rows);

    /// Does the batch have the field at all?
    [[nodiscard]] bool has(Field field) const { return (*batch_)[field].definition.size() != 0; }

    /// Is the value NULL? An empty list or map is not.
    [[nodiscard]] bool is_null(Field field) const {
        const Range& place = range(field);
        return place.level_begin == place.level_end ||
               (*batch_)[field].definition[place.level_begin] == 0;
    }

    /// The value of a column of text or bytes, of 16 or 32 bits, or of 64; nothing for NULL.
    [[nodiscard]] std::optional<std::string_view> bytes(Field field) const {
        if (!has_value(field)) return std::nullopt;
        return (*batch_)[field].bytes_at(range(field).value_begin);
    }
    [[nodiscard]] std::optional<std::int32_t> number(Field field) const {
        if (!has_value(field)) return std::nullopt;
        return (*batch_)[field].ints[range(field).value_begin];
    }
    [[nodiscard]] std::optional<std::int64_t> long_number(Field field) const {
        if (!has_value(field)) return std::nullopt;
        return (*batch_)[field].longs[range(field).value_begin];
    }

    /// A list's elements: the definition levels (see columnar::Leaf) and the values that are not
    /// NULL. No levels for a list that is NULL.
    struct List {
        std::span<const columnar::Level> definition;
        const std::int32_t* values;
    };
    /// The list of a column of lists.
    [[nodiscard]] List list(Field field) const;

    /// The value under a key of the column `tags`. `hint` is where to look first, and becomes the
    /// place behind the one found: a caller who asks in the order of the map asks each entry once.
    [[nodiscard]] std::optional<std::string_view> tag(std::string_view name,
                                                      std::size_t& hint) const {
        std::size_t count = tag_count();
        std::size_t first = hint < count ? hint : 0;
        for (std::size_t step = 0; step < count; ++step) {
            std::size_t i = first + step < count ? first + step : first + step - count;
            if (tag_name(i) != name) continue;
            hint = i + 1;
            return tag_value(i);
        }
        return std::nullopt;
    }
    /// The entries of the column `tags`, from 0, in file order.
    [[nodiscard]] std::size_t tag_count() const {
        return range(Field::tags_key).value_end - range(Field::tags_key).value_begin;
    }
    [[nodiscard]] std::string_view tag_name(std::size_t i) const {
        return (*batch_)[Field::tags_key].bytes_at(range(Field::tags_key).value_begin + i);
    }
    [[nodiscard]] std::string_view tag_value(std::size_t i) const {
        return (*batch_)[Field::tags_value].bytes_at(range(Field::tags_value).value_begin + i);
    }

    /// Appends the row to `batch`, all but its text: `layout`, `rest` and `raw`. The caller appends
    /// those and closes the row.
    void copy_but_text(columnar::RowBatch& batch) const;

  private:
    /// The row's slots and values in a leaf: [begin, end).
    struct Range {
        std::size_t level_begin = 0;
        std::size_t level_end = 0;
        std::size_t value_begin = 0;
        std::size_t value_end = 0;
    };
    [[nodiscard]] const Range& range(Field field) const {
        return ranges_[columnar::index_of(field)];
    }
    [[nodiscard]] bool has_value(Field field) const {
        return range(field).value_begin != range(field).value_end;
    }
    void advance(Field field, std::size_t rows);
    void go_to_last(Field field);

    const columnar::RowBatch* batch_;
    std::size_t row_ = 0;
    std::array<Range, columnar::field_count> ranges_;
};

}  // namespace ign::convert
