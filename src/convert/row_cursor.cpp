#include "ign/convert/row_cursor.hpp"

#include "ign/columnar/levels.hpp"

namespace ign::convert {
namespace {

using columnar::Field;
using columnar::FieldType;
using columnar::Leaf;

constexpr bool is_repeated(FieldType type) {
    return type == FieldType::int16_list || type == FieldType::int32_list ||
           type == FieldType::map_key || type == FieldType::map_value;
}

constexpr columnar::Level highest_definition(FieldType type) {
    if (type == FieldType::int16_list || type == FieldType::int32_list) return 3;
    return is_repeated(type) ? 2 : 1;
}

}  // namespace

bool RowCursor::next() {
    if (row_ == batch_->rows()) return false;
    ++row_;
    for (std::size_t i = 0; i < columnar::field_count; ++i) {
        auto field = static_cast<Field>(i);
        const Leaf& leaf = (*batch_)[field];
        if (is_repeated(columnar::info(field).type)) {
            if (leaf.definition.size() != 0) advance(field, 1);
            continue;
        }
        Range& range = ranges_[i];
        range.level_begin = range.level_end;
        range.value_begin = range.value_end;
        if (range.level_begin == leaf.definition.size()) continue;
        range.value_end += leaf.definition[range.level_end++] == 1 ? 1 : 0;
    }
    return true;
}

void RowCursor::skip(std::size_t rows) {
    if (rows == 0) return;
    row_ += rows;
    for (std::size_t i = 0; i < columnar::field_count; ++i) advance(static_cast<Field>(i), rows);
}

// Goes over rows and stands on the last of them only in so far as the next one follows.
void RowCursor::advance(Field field, std::size_t rows) {
    const Leaf& leaf = (*batch_)[field];
    Range& range = ranges_[columnar::index_of(field)];
    range.level_begin = range.level_end;
    range.value_begin = range.value_end;
    if (range.level_begin == leaf.definition.size()) return;  // a field the batch does not have
    FieldType type = columnar::info(field).type;
    const std::size_t begin = range.level_begin;
    std::size_t slots = rows;
    if (is_repeated(type)) {
        slots = columnar::slots_of_rows(leaf.repetition.data() + begin,
                                        leaf.definition.size() - begin, rows);
    }
    range.level_end = begin + slots;
    range.value_end +=
        columnar::count_levels(leaf.definition.data() + begin, slots, highest_definition(type));
}

RowCursor RowCursor::last_row(const columnar::RowBatch& batch) {
    RowCursor cursor(batch);
    for (std::size_t i = 0; i < columnar::field_count; ++i)
        cursor.go_to_last(static_cast<Field>(i));
    return cursor;
}

void RowCursor::go_to_last(Field field) {
    const Leaf& leaf = (*batch_)[field];
    Range& range = ranges_[columnar::index_of(field)];
    FieldType type = columnar::info(field).type;
    range.level_end = range.level_begin = leaf.definition.size();
    range.value_end = range.value_begin = leaf.ints.size() + leaf.longs.size() + leaf.ends.size();
    while (range.level_begin != 0) {
        --range.level_begin;
        range.value_begin -= leaf.definition[range.level_begin] == highest_definition(type);
        if (!is_repeated(type) || leaf.repetition[range.level_begin] == 0) break;
    }
}

void RowCursor::copy_but_text(columnar::RowBatch& batch) const {
    for (std::size_t i = 0; i < columnar::field_count; ++i) {
        auto field = static_cast<Field>(i);
        if (field == Field::layout || field == Field::rest || field == Field::raw) continue;
        const Leaf& from = (*batch_)[field];
        Leaf& to = batch[field];
        const Range& place = ranges_[i];
        std::size_t levels = place.level_end - place.level_begin;
        to.definition.append(from.definition.data() + place.level_begin, levels);
        if (from.repetition.size() != 0)
            to.repetition.append(from.repetition.data() + place.level_begin, levels);
        for (std::size_t value = place.value_begin; value != place.value_end; ++value) {
            if (from.ints.size() != 0) to.ints.push_back(from.ints[value]);
            if (from.longs.size() != 0) to.longs.push_back(from.longs[value]);
            if (from.ends.size() != 0) to.push_bytes(from.bytes_at(value));
        }
    }
}

RowCursor::List RowCursor::list(Field field) const {
    const Range& place = range(field);
    const Leaf& leaf = (*batch_)[field];
    std::size_t count = place.level_end - place.level_begin;
    if (count == 1 && leaf.definition[place.level_begin] < 2) count = 0;
    return {leaf.definition.span().subspan(place.level_begin, count),
            leaf.ints.data() + place.value_begin};
}

}  // namespace ign::convert
