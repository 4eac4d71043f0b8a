#include "ign/convert/row_cursor.hpp"

#include <algorithm>
#include <cstring>

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

// Behind the last slot of so many rows of a list or a map, the first of which begins at `slot`.
std::size_t slots_end(const Leaf& leaf, std::size_t slot, std::size_t rows) {
    const columnar::Level* repetition = leaf.repetition.data();
    std::size_t end = leaf.definition.size();
    for (; rows != 0 && slot != end; --rows) {
        ++slot;
        const void* next = slot == end ? nullptr : std::memchr(repetition + slot, 0, end - slot);
        slot =
            next == nullptr
                ? end
                : static_cast<std::size_t>(static_cast<const columnar::Level*>(next) - repetition);
    }
    return slot;
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
    range.level_end =
        is_repeated(type) ? slots_end(leaf, range.level_begin, rows) : range.level_begin + rows;
    const columnar::Level* levels = leaf.definition.data();
    range.value_end += static_cast<std::size_t>(
        std::count(levels + range.level_begin, levels + range.level_end, highest_definition(type)));
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
