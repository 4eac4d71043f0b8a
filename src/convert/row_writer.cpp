#include "ign/convert/row_writer.hpp"

#include <algorithm>

#include "ign/base/text.hpp"
#include "ign/convert/tag_numbers.hpp"
#include "row_levels.hpp"

namespace ign::convert {
namespace {

using columnar::Field;
using columnar::Leaf;
using columnar::RowBatch;

// Fixed cost of a row in the estimate by which row groups are bounded: numbers and levels.
constexpr std::size_t fixed_row_bytes = 64;

// A game of this size is one huge comment or the like, of which a description would be another
// copy.
constexpr std::size_t most_described_bytes = std::size_t{4} << 20;

// The proof of a description decodes the number, whose cost grows with the square of its length.
// More half-moves than the rules of chess allow are rare enough to keep the text.
constexpr std::size_t most_described_plies = 16384;

}  // namespace

std::string error_text(const GameRecord& game) {
    std::string text(to_text(game.reason));
    if (!game.detail.empty()) text += game.detail;
    return text;
}

std::vector<Field> absent_fields(ClockColumns clocks, Movetext movetext) {
    std::vector<Field> absent(columnar::othello_fields.begin(), columnar::othello_fields.end());
    bool spent = clocks == ClockColumns::spent;
    absent.push_back(spent ? Field::clock_white : Field::spent_white);
    absent.push_back(spent ? Field::clock_black : Field::spent_black);
    if (movetext == Movetext::leave_out) absent.push_back(Field::movetext);
    return absent;
}

RowWriter::RowWriter(RowOptions options)
    : options_(std::move(options)),
      proof_(NumberingScheme{options_.numbering, options_.resignation}) {}

// The value as it goes into a column; most need nothing done to them.
std::string_view RowWriter::tag_text(const GameRecord& game, const GameTag& tag) {
    bool is_plain = game.tags_are_ascii && tag.pair.form == pgn::TagForm::canonical &&
                    (game.dump.is_known || tag.pair.value.find('\\') == std::string_view::npos);
    return is_plain ? tag.pair.value : clean_value(tag);
}

std::string_view RowWriter::clean_value(const GameTag& tag) {
    return to_utf8(pgn::unescape(tag.pair.value, unescaped_), utf8_);
}

void RowWriter::append(const GameRecord& game, RowBatch& batch) {
    row_bytes_ = fixed_row_bytes;
    kept_in_map_.clear();
    append_tags(game, batch);
    append_moves(game, batch);
    append_extras(game, batch);
    append_map(game, batch);
    append_text(game, batch);
    batch.end_row(static_cast<std::uint32_t>(row_bytes_));
}

void RowWriter::append_tags(const GameRecord& game, RowBatch& batch) {
    const GameTag* date_tag = nullptr;
    for (std::size_t i = 0; i < tag_fields.size(); ++i) {
        const GameTag* tag = game.known_tag(i);
        Field field = tag_fields[i].field;
        switch (tag_fields[i].target) {
            case TagTarget::number:
                append_number(tag, batch[field]);
                break;
            case TagTarget::utc_date:
                date_tag = tag;
                break;
            case TagTarget::utc_time:
                append_dates(date_tag, tag, batch);
                break;
            case TagTarget::text:
                if (field == Field::fen || field == Field::result) break;
                if (tag == nullptr) {
                    batch[field].append_null();
                } else {
                    std::string_view value = tag_text(game, *tag);
                    batch[field].append_bytes(value);
                    row_bytes_ += value.size();
                }
                break;
        }
        if (field == Field::result) append_result(game, tag, batch[field]);
    }
    if (game.fen.empty()) {
        batch[Field::fen].append_null();
    } else {
        std::string_view value = to_utf8(game.fen, utf8_);
        batch[Field::fen].append_bytes(value);
        row_bytes_ += value.size();
    }
}

// A Result tag that states no result stays in `tags`.
void RowWriter::append_result(const GameRecord& game, const GameTag* tag, Leaf& leaf) {
    if (tag != nullptr && !is_result(tag->pair.value)) keep_in_map(tag);
    std::string_view value = game.result_value();
    if (value.empty()) {
        leaf.append_null();
    } else {
        leaf.append_bytes(value);
    }
}

void RowWriter::append_number(const GameTag* tag, Leaf& leaf) {
    std::optional<std::int16_t> value;
    if (tag != nullptr) {
        value = parse_int16(tag->pair.value);
        if (!value) keep_in_map(tag);
    }
    if (value) {
        leaf.append_int(*value);
    } else {
        leaf.append_null();
    }
}

void RowWriter::append_dates(const GameTag* date_tag, const GameTag* time_tag, RowBatch& batch) {
    std::optional<std::int32_t> date;
    std::optional<std::int32_t> time;
    if (date_tag != nullptr) date = parse_date(date_tag->pair.value);
    if (time_tag != nullptr) time = parse_time(time_tag->pair.value);
    if (date_tag != nullptr && !date) keep_in_map(date_tag);
    if (time_tag != nullptr && !(date && time)) keep_in_map(time_tag);
    if (date) {
        batch[Field::utc_date].append_int(*date);
    } else {
        batch[Field::utc_date].append_null();
    }
    if (date && time) {
        constexpr std::int64_t day = 86400;
        batch[Field::utc_date_time].append_long((*date * day + *time) * 1000);
    } else {
        batch[Field::utc_date_time].append_null();
    }
}

void RowWriter::append_moves(const GameRecord& game, RowBatch& batch) {
    if (game.reason != RejectReason::none) {
        for (Field field : {Field::ign, Field::ign8, Field::plies, Field::clock_scale}) {
            batch[field].append_null();
        }
    } else {
        // The fold writes into its own buffer, which is free again with the next game.
        auto& fold = const_cast<codec::Fold&>(game.number);
        auto bytes = fold.finish();
        batch[Field::ign].append_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        row_bytes_ += bytes.size();
        if (game.start == Start::standard) {
            batch[Field::ign8].append_long(game.number.prefix_value(8));
        } else {
            batch[Field::ign8].append_null();
        }
        batch[Field::plies].append_int(static_cast<std::int32_t>(game.clocks.size()));
    }
    append_clocks(game, batch);
    append_evals(game, batch[Field::eval]);
}

// Every other tag, in order; keys are unique, since DuckDB refuses a map that holds one twice.
void RowWriter::append_map(const GameRecord& game, RowBatch& batch) {
    Leaf& keys = batch[Field::tags_key];
    Leaf& values = batch[Field::tags_value];
    std::size_t first_key = keys.ends.size();
    auto is_taken = [&](std::string_view key) {
        for (std::size_t i = first_key; i < keys.ends.size(); ++i) {
            if (keys.bytes_at(i) == key) return true;
        }
        return false;
    };
    for (const GameTag& tag : game.tags.span()) {
        bool is_kept = tag.field < 0 || std::ranges::find(kept_in_map_, &tag) != kept_in_map_.end();
        if (!is_kept || !tag.is_last || tag.pair.name.empty()) continue;
        std::string_view key = to_utf8(tag.pair.name, utf8_);
        // Names that differ may come to the same where one of them was no UTF-8.
        if (!is_ascii(key) && is_taken(key)) continue;
        columnar::Level repetition = keys.ends.size() != first_key;
        for (Leaf* leaf : {&keys, &values}) {
            leaf->definition.push_back(map_entry);
            leaf->repetition.push_back(repetition);
        }
        keys.push_bytes(key);
        std::string_view value = clean_value(tag);
        values.push_bytes(value);
        row_bytes_ += tag.pair.name.size() + value.size();
    }
    if (keys.ends.size() == first_key) {
        append_empty_row_level(keys, empty_map);
        append_empty_row_level(values, empty_map);
    }
}

void RowWriter::append_extras(const GameRecord& game, RowBatch& batch) {
    if (options_.movetext == Movetext::keep) {
        std::string_view movetext = to_utf8(game.movetext, utf8_);
        batch[Field::movetext].append_bytes(movetext);
        row_bytes_ += movetext.size();
    }
    if (!options_.source.empty()) batch[Field::source].append_bytes(options_.source);
    if (game.reason == RejectReason::none) {
        batch[Field::error].append_null();
    } else {
        std::string error = error_text(game);
        batch[Field::error].append_bytes(to_utf8(error, utf8_));
        row_bytes_ += error.size();
    }
}

// What gives back the text: layout and rest where they do, else the text itself. The fast path
// reads nothing that they do not give back; all other games are written out again and compared.
void RowWriter::append_text(const GameRecord& game, RowBatch& batch) {
    if (game.reason == RejectReason::none && game.text.size() <= most_described_bytes &&
        game.number.size() <= most_described_plies && layout_.describe(game)) {
        batch[Field::layout].append_bytes(layout_.layout());
        if (layout_.rest().empty()) {
            batch[Field::rest].append_null();
        } else {
            batch[Field::rest].append_bytes(layout_.rest());
        }
        batch[Field::raw].append_null();
        row_bytes_ += layout_.rest().size();
        if (game.dump.is_known || gives_back(game, batch)) return;
        for (Field field : {Field::layout, Field::rest, Field::raw}) batch[field].drop_last_bytes();
    }
    batch[Field::layout].append_null();
    batch[Field::rest].append_null();
    batch[Field::raw].append_bytes(game.text);
    row_bytes_ += game.text.size();
}

void RowWriter::append_with_text(const RowCursor& row, std::string_view before,
                                 std::string_view after, RowBatch& batch) {
    proof_text_ = before;
    proof_.write(row, proof_text_);
    proof_text_ += after;
    row.copy_but_text(batch);
    batch[Field::layout].append_null();
    batch[Field::rest].append_null();
    batch[Field::raw].append_bytes(proof_text_);
    std::size_t values = 0;
    for (std::size_t i = 0; i < columnar::field_count; ++i) {
        const Leaf& leaf = batch[static_cast<Field>(i)];
        values += leaf.bytes.size() + leaf.ints.size() * sizeof(std::int32_t);
    }
    batch.end_row(static_cast<std::uint32_t>(fixed_row_bytes + values));
}

bool RowWriter::gives_back(const GameRecord& game, const RowBatch& batch) {
    proof_text_.clear();
    return proof_.write(RowCursor::last_row(batch), proof_text_) == Exactness::exact &&
           proof_text_ == game.text;
}

}  // namespace ign::convert
