#include "rows.hpp"

#include <algorithm>
#include <stdexcept>

namespace ign::convert::test {
namespace {

using columnar::FieldType;
using columnar::Leaf;

// A throw, since fuzzers read rows too.
void require(bool holds) {
    if (!holds) throw std::logic_error("leaves that do not fit together");
}

// Little-endian bytes in decimal, by long division.
std::string decimal(std::string_view little_endian) {
    std::vector<unsigned> digits(little_endian.rbegin(), little_endian.rend());
    for (unsigned& digit : digits) digit &= 255;
    std::string text;
    while (!digits.empty()) {
        unsigned rest = 0;
        for (unsigned& digit : digits) {
            unsigned value = rest * 256 + digit;
            digit = value / 10;
            rest = value % 10;
        }
        text.insert(text.begin(), static_cast<char>('0' + rest));
        while (!digits.empty() && digits.front() == 0) digits.erase(digits.begin());
    }
    return text.empty() ? "0" : text;
}

// Walks the slots and values of a leaf.
class LeafPrinter {
  public:
    LeafPrinter(const Leaf& leaf, Field field)
        : leaf_(leaf), field_(field), type_(columnar::info(field).type) {}

    std::string next_row() {
        if (leaf_.definition.size() == 0) return "";
        require(slot_ < leaf_.definition.size());
        switch (type_) {
            case FieldType::int16_list:
            case FieldType::int32_list:
                return next_list(3);
            case FieldType::map_key:
            case FieldType::map_value:
                return next_list(2);
            default:
                return leaf_.definition[slot_++] == 0 ? null : value();
        }
    }

    void require_end() const {
        require(slot_ == leaf_.definition.size());
        bool repeats = type_ == FieldType::int16_list || type_ == FieldType::int32_list ||
                       type_ == FieldType::map_key || type_ == FieldType::map_value;
        require(leaf_.repetition.size() == (repeats ? slot_ : 0));
        require(values_ == leaf_.ints.size() + leaf_.longs.size() + leaf_.ends.size());
    }

  private:
    std::string next_list(std::int16_t defined) {
        std::int16_t first = leaf_.definition[slot_];
        require(leaf_.repetition[slot_] == 0);
        if (first == 0 || first == 1) {
            ++slot_;
            return first == 0 ? null : "[]";
        }
        std::string text;
        do {
            text += text.empty() ? '[' : ',';
            std::int16_t definition = leaf_.definition[slot_++];
            require(definition >= 2);
            text += definition == defined ? value() : null;
        } while (slot_ < leaf_.repetition.size() && leaf_.repetition[slot_] == 1);
        return text + "]";
    }

    std::string value() {
        std::size_t at = values_++;
        switch (type_) {
            case FieldType::text:
            case FieldType::map_key:
            case FieldType::map_value:
                return std::string(leaf_.bytes_at(at));
            case FieldType::binary:
                return field_ == Field::ign ? decimal(leaf_.bytes_at(at))
                                            : std::string(leaf_.bytes_at(at));
            case FieldType::int64:
            case FieldType::timestamp:
                return std::to_string(leaf_.longs[at]);
            default:
                return std::to_string(leaf_.ints[at]);
        }
    }

    const Leaf& leaf_;
    Field field_;
    FieldType type_;
    std::size_t slot_ = 0;
    std::size_t values_ = 0;
};

}  // namespace

std::vector<Row> print_rows(const columnar::RowBatch& batch) {
    std::vector<Row> rows(batch.rows());
    for (std::size_t i = 0; i < columnar::field_count; ++i) {
        auto field = static_cast<Field>(i);
        LeafPrinter printer(batch[field], field);
        for (Row& row : rows) row.values[i] = printer.next_row();
        printer.require_end();
    }
    return rows;
}

std::vector<Row> print_rows(std::span<const columnar::RowSlice> slices) {
    std::vector<Row> rows;
    for (const columnar::RowSlice& slice : slices) {
        std::vector<Row> all = print_rows(*slice.batch);
        require(slice.first + slice.count <= all.size());
        auto first = all.begin() + static_cast<std::ptrdiff_t>(slice.first);
        rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(slice.count));
    }
    return rows;
}

std::string difference(const std::vector<Row>& left, const std::vector<Row>& right) {
    for (std::size_t row = 0; row < std::min(left.size(), right.size()); ++row) {
        for (std::size_t i = 0; i < columnar::field_count; ++i) {
            if (left[row].values[i] == right[row].values[i]) continue;
            return "row " + std::to_string(row) + ", " + std::string(columnar::fields[i].name) +
                   ": " + left[row].values[i] + " | " + right[row].values[i];
        }
    }
    if (left.size() == right.size()) return "";
    return std::to_string(left.size()) + " rows | " + std::to_string(right.size()) + " rows";
}

ExactText::ExactText(std::string_view text) : bytes_(new char[text.size()]), size_(text.size()) {
    std::ranges::copy(text, bytes_.get());
}

EncodedPiece encode(std::string_view text, RowOptions options) {
    ExactText copy(text);
    PieceEncoder encoder(std::move(options));
    return encoder.encode(copy.view(), pgn::TextEnd::at_eof,
                          std::make_shared<columnar::RowBatch>());
}

std::vector<Row> rows_of(std::string_view text, RowOptions options) {
    return print_rows(*encode(text, std::move(options)).rows);
}

Row row_of(std::string_view text, RowOptions options) {
    std::vector<Row> rows = rows_of(text, std::move(options));
    if (rows.size() != 1) throw std::logic_error(std::to_string(rows.size()) + " rows, not 1");
    return rows.front();
}

std::size_t count_games(std::string_view text) {
    std::size_t games = 0;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end) {
        pgn::Tokenizer tokens(at, end, pgn::TextEnd::at_eof);
        while (tokens.next().kind != pgn::TokenKind::end) continue;
        games += tokens.state() == pgn::GameEnd::complete;
        at = tokens.game_end();
    }
    return games;
}

}  // namespace ign::convert::test
