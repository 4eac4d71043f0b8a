#include "model.hpp"

#include <algorithm>
#include <limits>
#include <ostream>
#include <random>
#include <set>

namespace ign::columnar {
namespace {

using Random = std::mt19937;

enum class Kind : std::uint8_t { bytes, number, list, map };

Kind kind_of(Field field) {
    switch (info(field).type) {
        case FieldType::text:
        case FieldType::binary:
            return Kind::bytes;
        case FieldType::int16_list:
        case FieldType::int32_list:
            return Kind::list;
        case FieldType::map_key:
        case FieldType::map_value:
            return Kind::map;
        default:
            return Kind::number;
    }
}

std::string make_text(Random& random) {
    static const std::vector<std::string> some = {"",
                                                  "Rated Blitz game",
                                                  "1-0",
                                                  std::string("a\0b", 3),
                                                  "Ding Lirén 丁立人 ♔",
                                                  "\x7f",
                                                  "\xf4\x8f\xbf\xbf",
                                                  "\"quoted\" \\ and\nlines"};
    if (random() % 2 == 0) return some[random() % some.size()];
    return "https://lichess.org/" + std::to_string(random());
}

std::string make_binary(Random& random) {
    std::string bytes(random() % 80, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
}

std::int64_t make_number(Field field, Random& random) {
    switch (info(field).type) {
        case FieldType::int16:
            return random() % 50 == 0 ? (random() % 2 ? 32767 : -32768)
                                      : static_cast<std::int64_t>(random() % 3000) - 100;
        case FieldType::int32:
            return random() % 50 == 0 ? std::numeric_limits<std::int32_t>::min()
                                      : static_cast<std::int64_t>(random() % 300);
        case FieldType::date:
            return static_cast<std::int64_t>(random() % 40000) - 10000;
        case FieldType::timestamp:
            return (static_cast<std::int64_t>(random() % 2000000000) - 100000000) * 1000 +
                   random() % 1000;
        default:
            return static_cast<std::int64_t>((std::uint64_t{random()} << 32 | random()) >>
                                             random() % 64);
    }
}

Row::List make_list(Field field, Random& random) {
    Row::List list(random() % 4 == 0 ? random() % 2 : random() % 90);
    std::int32_t bound = info(field).type == FieldType::int16_list ? 32767 : 2000000000;
    for (auto& element : list) {
        if (random() % 10 == 0) continue;
        element = random() % 100 == 0 ? -bound - 1 : static_cast<std::int32_t>(random() % 200) - 50;
    }
    return list;
}

Row::Map make_map(Random& random) {
    Row::Map map;
    std::set<std::string> keys;
    for (std::size_t n = random() % 4; n != 0; --n) {
        std::string key = "Key" + std::to_string(random() % 9);
        if (keys.insert(key).second) map.emplace_back(key, make_text(random));
    }
    return map;
}

void append_list(const std::optional<Row::List>& list, Leaf& leaf) {
    if (!list || list->empty()) {
        leaf.definition.push_back(list ? 1 : 0);
        leaf.repetition.push_back(0);
        return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto& element = (*list)[i];
        leaf.definition.push_back(element ? 3 : 2);
        leaf.repetition.push_back(i == 0 ? 0 : 1);
        if (element) leaf.ints.push_back(*element);
    }
}

void append_map(const std::optional<Row::Map>& map, RowBatch& batch) {
    for (Field field : {Field::tags_key, Field::tags_value}) {
        Leaf& leaf = batch[field];
        if (!map || map->empty()) {
            leaf.definition.push_back(map ? 1 : 0);
            leaf.repetition.push_back(0);
            continue;
        }
        for (std::size_t i = 0; i < map->size(); ++i) {
            leaf.definition.push_back(2);
            leaf.repetition.push_back(i == 0 ? 0 : 1);
            leaf.push_bytes(field == Field::tags_key ? (*map)[i].first : (*map)[i].second);
        }
    }
}

void append_number(Field field, std::optional<std::int64_t> number, Leaf& leaf) {
    bool is_long = info(field).type == FieldType::int64 || info(field).type == FieldType::timestamp;
    if (!number) {
        leaf.append_null();
    } else if (is_long) {
        leaf.append_long(*number);
    } else {
        leaf.append_int(static_cast<std::int32_t>(*number));
    }
}

void read_scalars(Field field, const Leaf& leaf, std::vector<Row>& rows) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < leaf.definition.size(); ++i) {
        if (leaf.definition[i] == 0) continue;
        std::size_t at = value++;
        if (kind_of(field) == Kind::bytes) {
            rows.at(i).bytes[index_of(field)] = std::string(leaf.bytes_at(at));
        } else {
            rows.at(i).numbers[index_of(field)] = leaf.ints.size() ? leaf.ints[at] : leaf.longs[at];
        }
    }
}

void read_list(Field field, const Leaf& leaf, std::vector<Row>& rows) {
    std::size_t row = 0;
    std::size_t value = 0;
    for (std::size_t i = 0; i < leaf.definition.size(); ++i) {
        if (leaf.repetition[i] == 0) ++row;
        if (leaf.definition[i] == 0) continue;
        auto& list = rows.at(row - 1).lists[index_of(field)];
        if (!list) list.emplace();
        if (leaf.definition[i] == 2) list->emplace_back();
        if (leaf.definition[i] == 3) list->emplace_back(leaf.ints[value++]);
    }
}

void read_map(const Leaf& keys, const Leaf& values, std::vector<Row>& rows) {
    std::size_t row = 0;
    std::size_t value = 0;
    for (std::size_t i = 0; i < keys.definition.size(); ++i) {
        if (keys.repetition[i] == 0) ++row;
        if (keys.definition[i] == 0) continue;
        auto& map = rows.at(row - 1).tags;
        if (!map) map.emplace();
        if (keys.definition[i] != 2) continue;
        map->emplace_back(keys.bytes_at(value), values.bytes_at(value));
        ++value;
    }
}

void print_hex(const std::string& bytes, std::ostream& out) {
    constexpr const char* digits = "0123456789abcdef";
    out << '"';
    for (char c : bytes) {
        auto byte = static_cast<unsigned char>(c);
        out << digits[byte >> 4] << digits[byte & 15];
    }
    out << '"';
}

void print_text(const std::string& text, std::ostream& out) {
    constexpr const char* digits = "0123456789abcdef";
    out << '"';
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (byte < 32) {
            out << "\\u00" << digits[byte >> 4] << digits[byte & 15];
        } else {
            if (c == '"' || c == '\\') out << '\\';
            out << c;
        }
    }
    out << '"';
}

void print_list(const Row::List& list, std::ostream& out) {
    const char* comma = "";
    out << '[';
    for (const auto& element : list) {
        out << std::exchange(comma, ",");
        element ? out << *element : out << "null";
    }
    out << ']';
}

void print_map(const Row::Map& map, std::ostream& out) {
    const char* comma = "";
    out << '[';
    for (const auto& [key, value] : map) {
        out << std::exchange(comma, ",") << '[';
        print_text(key, out);
        out << ',';
        print_text(value, out);
        out << ']';
    }
    out << ']';
}

void print_value(const Row& row, Field field, std::ostream& out) {
    std::size_t i = index_of(field);
    if (row.bytes[i]) {
        bool is_text = info(field).type == FieldType::text;
        is_text ? print_text(*row.bytes[i], out) : print_hex(*row.bytes[i], out);
    } else if (row.numbers[i]) {
        out << *row.numbers[i];
    } else if (row.lists[i]) {
        print_list(*row.lists[i], out);
    } else if (kind_of(field) == Kind::map && row.tags) {
        print_map(*row.tags, out);
    } else {
        out << "null";
    }
}

}  // namespace

bool is_absent_by_default(Field field) {
    return field == Field::clock_white || field == Field::clock_black || field == Field::movetext ||
           field == Field::source || std::ranges::count(othello_fields, field) != 0;
}

std::vector<Row> make_rows(std::size_t count, unsigned seed) {
    Random random(seed);
    std::vector<Row> rows(count);
    for (Row& row : rows) {
        for (Field field : all_fields) {
            std::size_t i = index_of(field);
            if (is_absent_by_default(field) || random() % 8 == 0) continue;
            Kind kind = kind_of(field);
            if (kind == Kind::number) row.numbers[i] = make_number(field, random);
            if (kind == Kind::list) row.lists[i] = make_list(field, random);
            if (kind == Kind::map && !row.tags) row.tags = make_map(random);
            if (kind == Kind::bytes) {
                bool is_text = info(field).type == FieldType::text;
                row.bytes[i] = is_text ? make_text(random) : make_binary(random);
            }
        }
        row.bytes[index_of(Field::numbering)] = "pseudo-legal";
    }
    return rows;
}

void append(const Row& row, RowBatch& batch) {
    for (Field field : all_fields) {
        std::size_t i = index_of(field);
        if (is_absent_by_default(field) || field == Field::numbering) continue;
        Leaf& leaf = batch[field];
        Kind kind = kind_of(field);
        if (kind == Kind::bytes)
            row.bytes[i] ? leaf.append_bytes(*row.bytes[i]) : leaf.append_null();
        if (kind == Kind::number) append_number(field, row.numbers[i], leaf);
        if (kind == Kind::list) append_list(row.lists[i], leaf);
    }
    append_map(row.tags, batch);
    batch.end_row(0);
}

std::vector<RowSlice> slices_of(const std::vector<Row>& rows, std::size_t batch_rows) {
    std::vector<RowSlice> slices;
    for (std::size_t begin = 0; begin < rows.size(); begin += batch_rows) {
        auto batch = std::make_shared<RowBatch>();
        std::size_t end = std::min(rows.size(), begin + batch_rows);
        for (std::size_t i = begin; i < end; ++i) append(rows[i], *batch);
        slices.push_back({batch, 0, end - begin});
    }
    return slices;
}

std::vector<Row> rows_of(const RowBatch& batch) {
    std::vector<Row> rows(batch.rows());
    for (Field field : all_fields) {
        Kind kind = kind_of(field);
        if (kind == Kind::bytes || kind == Kind::number) read_scalars(field, batch[field], rows);
        if (kind == Kind::list) read_list(field, batch[field], rows);
    }
    read_map(batch[Field::tags_key], batch[Field::tags_value], rows);
    return rows;
}

void print_json(const Row& row, std::ostream& out) {
    const char* comma = "";
    out << '{';
    for (Field field : all_fields) {
        if (is_absent_by_default(field) || field == Field::tags_value) continue;
        out << std::exchange(comma, ",") << '"' << info(field).name << "\":";
        print_value(row, field, out);
    }
    out << "}\n";
}

}  // namespace ign::columnar
