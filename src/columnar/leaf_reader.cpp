#include "leaf_reader.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "ign/base/text.hpp"
#include "ign/columnar/errors.hpp"
#include "ign/columnar/levels.hpp"
#include "leaf_conversion.hpp"

namespace ign::columnar {
namespace {

// Of scalars, which are read as far as they are wanted.
constexpr std::size_t most_at_once = 65536;
// Of lists and maps: where a row ends is known when the next one begins, and what has been read of
// that is copied.
constexpr std::size_t list_slots_at_once = 4096;

bool has_type(const parquet::ColumnDescriptor& column, parquet::Type::type type) {
    return column.physical_type() == type;
}

bool is_plain(const parquet::LogicalType& meaning) { return meaning.is_none(); }

bool is_signed_or_plain(const parquet::LogicalType& meaning) {
    return is_plain(meaning) ||
           (meaning.is_int() && static_cast<const parquet::IntLogicalType&>(meaning).is_signed());
}

bool is_int16(const parquet::LogicalType& meaning) {
    if (!meaning.is_int() || !is_signed_or_plain(meaning)) return false;
    return static_cast<const parquet::IntLogicalType&>(meaning).bit_width() == 16;
}

bool is_milliseconds(const parquet::LogicalType& meaning) {
    return meaning.is_timestamp() &&
           static_cast<const parquet::TimestampLogicalType&>(meaning).time_unit() ==
               parquet::LogicalType::TimeUnit::MILLIS;
}

bool has_value_type(const parquet::ColumnDescriptor& column, FieldType type) {
    if (!column.logical_type()) return false;
    const parquet::LogicalType& meaning = *column.logical_type();
    switch (type) {
        case FieldType::int16:
        case FieldType::int16_list:
            return has_type(column, parquet::Type::INT32) && is_int16(meaning);
        case FieldType::int32:
        case FieldType::int32_list:
            return has_type(column, parquet::Type::INT32) && is_signed_or_plain(meaning);
        case FieldType::int64:
            return has_type(column, parquet::Type::INT64) && is_signed_or_plain(meaning);
        case FieldType::date:
            return has_type(column, parquet::Type::INT32) && meaning.is_date();
        case FieldType::timestamp:
            return has_type(column, parquet::Type::INT64) && is_milliseconds(meaning);
        case FieldType::text:
        case FieldType::map_key:
        case FieldType::map_value:
            return has_type(column, parquet::Type::BYTE_ARRAY) && meaning.is_string();
        case FieldType::binary:
            return has_type(column, parquet::Type::BYTE_ARRAY) && is_plain(meaning);
    }
    return false;
}

// The groups that a leaf of a list or a map is in, and its place there.
struct Nesting {
    std::vector<std::string> path;  // below the column
    int leaves;                     // of the inner group
    std::int16_t definition;
};

bool is_nested_so(const parquet::ColumnDescriptor& column, const Nesting& nesting) {
    std::vector<std::string> path = column.path()->ToDotVector();
    if (path.size() != 3 || !std::equal(path.begin() + 1, path.end(), nesting.path.begin())) {
        return false;
    }
    const parquet::schema::Node& inner = *column.schema_node()->parent();
    const parquet::LogicalType& meaning = *inner.parent()->logical_type();
    return static_cast<const parquet::schema::GroupNode&>(inner).field_count() == nesting.leaves &&
           (nesting.leaves == 1 ? meaning.is_list() : meaning.is_map()) &&
           column.max_repetition_level() == 1 &&
           column.max_definition_level() == nesting.definition;
}

bool has_shape(const parquet::ColumnDescriptor& column, FieldType type) {
    switch (type) {
        case FieldType::int16_list:
        case FieldType::int32_list:
            return is_nested_so(column, {{"list", "element"}, 1, 3});
        case FieldType::map_key:
            return is_nested_so(column, {{"key_value", "key"}, 2, 2});
        case FieldType::map_value:
            return is_nested_so(column, {{"key_value", "value"}, 2, 2});
        default:
            return column.max_repetition_level() == 0 && column.path()->ToDotVector().size() == 1;
    }
}

void append(const Leaf& from, Leaf& to) {
    to.definition.append(from.definition.data(), from.definition.size());
    to.repetition.append(from.repetition.data(), from.repetition.size());
    to.ints.append(from.ints.data(), from.ints.size());
    check_room(from.bytes.size(), to);
    for (std::size_t i = 0; i < from.ends.size(); ++i) to.push_bytes(from.bytes_at(i));
}

// Moves the slots from `begin` on, of which the highest level has a value, to an empty leaf.
void move_slots(Leaf& from, std::size_t begin, Level highest, Leaf& to) {
    std::size_t slots = from.definition.size() - begin;
    to.definition.append(from.definition.data() + begin, slots);
    to.repetition.append(from.repetition.data() + begin, slots);
    from.definition.truncate(begin);
    from.repetition.truncate(begin);
    std::size_t values = count_levels(to.definition.data(), slots, highest);
    if (from.ints.size() != 0) {
        std::size_t left = from.ints.size() - values;
        to.ints.append(from.ints.data() + left, values);
        from.ints.truncate(left);
    }
    if (from.ends.size() != 0) {
        std::size_t left = from.ends.size() - values;
        for (std::size_t i = left; i < from.ends.size(); ++i) to.push_bytes(from.bytes_at(i));
        from.ends.truncate(left);
        from.bytes.truncate(left == 0 ? 0 : from.ends[left - 1]);
    }
}

void append_narrow(std::span<const std::int16_t> levels, Buffer<Level>& out) {
    Level* end = out.reserve(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) end[i] = static_cast<Level>(levels[i]);
    out.commit(levels.size());
}

// Of each key there must be a value.
void check_entries(const RowBatch& batch) {
    const Leaf& keys = batch[Field::tags_key];
    const Leaf& values = batch[Field::tags_value];
    if (!std::ranges::equal(keys.definition.span(), values.definition.span()) ||
        !std::ranges::equal(keys.repetition.span(), values.repetition.span())) {
        throw ParquetError("the column tags has keys without values");
    }
}

}  // namespace

bool LeafReader::can_read(const parquet::ColumnDescriptor& column, Field field) {
    return has_shape(column, info(field).type) && has_value_type(column, info(field).type);
}

LeafReader::LeafReader(parquet::RowGroupReader& group, int column, Field field)
    : reader_(group.Column(column)),
      field_(field),
      highest_definition_(reader_->descr()->max_definition_level()),
      is_repeated_(reader_->descr()->max_repetition_level() != 0) {}

std::size_t LeafReader::read(std::size_t rows, Leaf& leaf) {
    return is_repeated_ ? read_lists(rows, leaf) : read_scalars(rows, leaf);
}

std::size_t LeafReader::read_scalars(std::size_t rows, Leaf& leaf) {
    // What a footer says of rows is believed as far as they come.
    std::size_t done = 0;
    while (done < rows) {
        std::size_t slots = append_slots(std::min(rows - done, most_at_once), leaf);
        if (slots == 0) break;
        done += slots;
    }
    return done;
}

std::size_t LeafReader::read_lists(std::size_t rows, Leaf& leaf) {
    const std::size_t begin = leaf.repetition.size();
    append(ahead_, leaf);
    ahead_.clear();
    std::size_t begun = 0;
    std::size_t counted = begin;
    while (true) {
        std::size_t end = leaf.repetition.size();
        begun += count_levels(leaf.repetition.data() + counted, end - counted, 0);
        if (end != begin && leaf.repetition[begin] != 0) fail("begins within a row");
        if (begun > rows) break;
        counted = end;
        if (append_slots(list_slots_at_once, leaf) == 0) return begun;
    }
    std::size_t end = leaf.repetition.size();
    for (std::size_t excess = begun - rows; excess != 0;) {
        if (leaf.repetition[--end] == 0) --excess;
    }
    move_slots(leaf, end, static_cast<Level>(highest_definition_), ahead_);
    return rows;
}

// Up to so many slots with their values; none at the end.
std::size_t LeafReader::append_slots(std::size_t most, Leaf& leaf) {
    if (!reader_->HasNext()) return 0;
    definition_.resize(std::max(definition_.size(), most));
    if (is_repeated_) repetition_.resize(definition_.size());
    Slots slots = read_values(most, leaf);
    append_levels(slots.all, leaf);
    return slots.all;
}

LeafReader::Slots LeafReader::read_values(std::size_t most, Leaf& leaf) {
    Slots slots{};
    switch (reader_->type()) {
        case parquet::Type::INT32:
            slots = read_slots<parquet::Int32Type>(most, leaf.ints.reserve(most));
            check_range({leaf.ints.data() + leaf.ints.size(), slots.defined});
            leaf.ints.commit(slots.defined);
            return slots;
        case parquet::Type::INT64:
            slots = read_slots<parquet::Int64Type>(most, leaf.longs.reserve(most));
            leaf.longs.commit(slots.defined);
            return slots;
        default:
            return read_bytes(most, leaf);
    }
}

// A file may hold more in a column of 16 bits than it says.
void LeafReader::check_range(std::span<const std::int32_t> values) const {
    FieldType type = info(field_).type;
    if (type != FieldType::int16 && type != FieldType::int16_list) return;
    for (std::int32_t value : values) {
        if (value == static_cast<std::int16_t>(value)) continue;
        fail("holds " + std::to_string(value) + ", which is not of 16 bits");
    }
}

LeafReader::Slots LeafReader::read_bytes(std::size_t most, Leaf& leaf) {
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
    if (info(field_).type != FieldType::binary && !is_ascii(all)) check_text(values);
    leaf.bytes.commit(total);
    leaf.ends.commit(values.size());
    return slots;
}

void LeafReader::check_text(std::span<const parquet::ByteArray> values) const {
    for (const parquet::ByteArray& value : values) {
        if (is_valid_utf8({reinterpret_cast<const char*>(value.ptr), value.len})) continue;
        fail("has text that is not UTF-8");
    }
}

template <class Type>
LeafReader::Slots LeafReader::read_slots(std::size_t most, typename Type::c_type* values) {
    auto& reader = static_cast<parquet::TypedColumnReader<Type>&>(*reader_);
    std::int64_t defined = 0;
    std::int64_t all = reader.ReadBatch(static_cast<std::int64_t>(most), definition_.data(),
                                        repetition_.data(), values, &defined);
    std::int64_t said = all;
    if (highest_definition_ != 0) {
        said = std::count(definition_.begin(), definition_.begin() + all, highest_definition_);
    }
    if (defined != said) fail("has pages without the values that they say");
    return {static_cast<std::size_t>(all), static_cast<std::size_t>(defined)};
}

void LeafReader::append_levels(std::size_t slots, Leaf& leaf) const {
    if (highest_definition_ == 0) return leaf.definition.append(slots, 1);
    append_narrow({definition_.data(), slots}, leaf.definition);
    if (!is_repeated_) return;
    check_nesting(slots);
    append_narrow({repetition_.data(), slots}, leaf.repetition);
}

// Only an element can follow an element. Parquet itself sees to it that no level is beyond the
// highest; all at once, by vectors.
void LeafReader::check_nesting(std::size_t slots) const {
    const std::int16_t* definition = definition_.data();
    const std::int16_t* repetition = repetition_.data();
    int wrong = 0;
    for (std::size_t i = 0; i < slots; ++i) wrong |= definition[i] < 2 ? repetition[i] : 0;
    if (wrong != 0) fail("has lists that go on behind their end");
}

void LeafReader::fail(const std::string& what) const {
    throw ParquetError("the column " + std::string(info(field_).name) + " " + what);
}

std::size_t read_leaves(LeafReaders& readers, std::size_t rows, RowBatch& batch) {
    std::optional<std::size_t> done;
    for (auto& [field, leaf] : readers) {
        std::size_t read = leaf.read(rows, batch[field]);
        if (read != done.value_or(read)) {
            throw ParquetError("the column " + std::string(info(field).name) +
                               " has not as many rows as others");
        }
        done = read;
    }
    check_entries(batch);
    return done.value_or(0);
}

}  // namespace ign::columnar
