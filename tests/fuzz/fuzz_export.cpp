// Any bytes in the columns that the exporter reads, as another program may have written them: it
// writes a game or says that none is possible, and never reads or writes past anything.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/row_cursor.hpp"

namespace {

using namespace ign;
using columnar::Field;
using columnar::FieldType;

// Hands out the input: texts of a length that stands in front of them, and numbers.
class Input {
  public:
    explicit Input(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t byte() {
        if (bytes_.empty()) return 0;
        std::uint8_t first = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return first;
    }
    std::int32_t number() {
        std::uint32_t value = 0;
        for (int count = byte() % 5; count > 0; --count) value = value << 8 | byte();
        return static_cast<std::int32_t>(value);
    }
    std::string_view text() {
        std::size_t asked = byte();
        std::size_t length = std::min(asked, bytes_.size());
        std::string_view text(reinterpret_cast<const char*>(bytes_.data()), length);
        bytes_ = bytes_.subspan(length);
        return text;
    }

  private:
    std::span<const std::uint8_t> bytes_;
};

void append_list(Input& input, columnar::Leaf& leaf) {
    std::uint8_t count = input.byte();
    leaf.repetition.push_back(0);
    if (count < 2) {
        leaf.definition.push_back(count);
        return;
    }
    for (int i = 2; i <= count; ++i) {
        if (i != 2) leaf.repetition.push_back(1);
        std::int32_t value = input.number();
        bool is_null = value == 0;
        leaf.definition.push_back(is_null ? 2 : 3);
        if (!is_null) leaf.ints.push_back(value);
    }
}

void append_map(Input& input, columnar::RowBatch& batch) {
    int count = input.byte() % 4;
    for (Field field : {Field::tags_key, Field::tags_value}) {
        columnar::Leaf& leaf = batch[field];
        for (int i = 0; i < std::max(count, 1); ++i) {
            leaf.repetition.push_back(i != 0);
            leaf.definition.push_back(count == 0 ? 1 : 2);
            if (count != 0) leaf.push_bytes(input.text());
        }
    }
}

void append_field(Input& input, Field field, columnar::RowBatch& batch) {
    columnar::Leaf& leaf = batch[field];
    switch (columnar::info(field).type) {
        case FieldType::text:
        case FieldType::binary:
            leaf.append_bytes(input.text());
            break;
        case FieldType::timestamp:
        case FieldType::int64:
            leaf.append_long(std::int64_t{input.number()} << 32 | input.number());
            break;
        case FieldType::int16_list:
        case FieldType::int32_list:
            append_list(input, leaf);
            break;
        case FieldType::map_key:
            append_map(input, batch);
            break;
        case FieldType::map_value:
            break;
        default:
            leaf.append_int(input.number());
            break;
    }
}

}  // namespace

// Bytes up to one that names no field: each a field of the row, then what stands in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input({data, size});
    columnar::RowBatch batch;
    for (;;) {
        std::uint8_t place = input.byte();
        if (place == 0 || place > columnar::field_count) break;
        auto field = static_cast<Field>(place - 1);
        bool is_value_of_map = field == Field::tags_value;
        if (is_value_of_map || batch[field].definition.size() != 0) continue;
        append_field(input, field, batch);
    }
    batch.end_row(0);
    convert::GameWriter writer;
    convert::RowCursor row(batch);
    IGN_CHECK(row.next());
    std::string text = "before";
    convert::Exactness exactness = writer.write(row, text);
    IGN_CHECK(text.starts_with("before"));
    if (exactness == convert::Exactness::impossible) {
        IGN_CHECK(text == "before" && !writer.fault().empty());
    }
    return 0;
}
