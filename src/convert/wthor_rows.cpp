#include "wthor_rows.hpp"

#include <charconv>

#include "ign/base/text.hpp"
#include "ign/convert/wthor_conversion.hpp"
#include "ign/wthor/format.hpp"
#include "ign/wthor/replay.hpp"

namespace ign::convert {

namespace {

using columnar::Field;
using columnar::RowBatch;
using game::Othello;

constexpr std::string_view layout_word = "wthor ";
constexpr std::uint8_t most_discs = 64;

Reject reject_of(const wthor::Stopped& stopped) {
    std::string at = " at ply " + std::to_string(stopped.ply) + ": ";
    std::string number = "byte " + std::to_string(stopped.byte);
    Reject reject;
    switch (stopped.fault) {
        case wthor::MoveFault::illegal:
            reject.reason = RejectReason::illegal_move;
            reject.error = at + static_cast<char>('a' + stopped.byte % 10 - 1) +
                           static_cast<char>('0' + stopped.byte / 10);
            break;
        case wthor::MoveFault::no_square:
            reject.reason = RejectReason::bad_move;
            reject.error = at + number;
            break;
        case wthor::MoveFault::behind_end:
            reject.reason = RejectReason::bad_token;
            reject.error = at + number + " behind the end of the moves";
            break;
    }
    reject.error.insert(0, to_text(reject.reason));
    return reject;
}

void append_name(std::string_view name, columnar::Leaf& leaf) {
    std::string buffer;
    if (name.empty()) {
        leaf.append_null();
    } else {
        leaf.append_bytes(to_utf8(name, buffer));
    }
}

// White's view, as in chess; nothing for what is no score.
void append_result(std::uint8_t black_score, columnar::Leaf& leaf) {
    if (black_score > most_discs) {
        leaf.append_null();
    } else if (black_score == most_discs / 2) {
        leaf.append_bytes("1/2-1/2");
    } else {
        leaf.append_bytes(black_score > most_discs / 2 ? "0-1" : "1-0");
    }
}

void append_facts(const WthorRow& row, const wthor::Record& record, RowBatch& batch) {
    append_name(row.tournament, batch[Field::event]);
    append_name(row.black, batch[Field::black]);
    append_name(row.white, batch[Field::white]);
    append_result(record.black_score, batch[Field::result]);
    batch[Field::year].append_int(row.year);
    batch[Field::tournament].append_int(record.tournament);
    batch[Field::black_number].append_int(record.black);
    batch[Field::white_number].append_int(record.white);
    batch[Field::black_score].append_int(record.black_score);
    batch[Field::theoretical_score].append_int(record.theoretical_score);
    if (!row.source.empty()) append_name(row.source, batch[Field::source]);
}

std::string movetext_of(const std::vector<Othello::Move>& moves) {
    std::string text;
    for (Othello::Move move : moves) {
        if (!text.empty()) text += ' ';
        text += Othello::write_move(move);
    }
    return text;
}

// The next number of a layout, a blank before it taken away too.
bool take_number(std::string_view& text, std::size_t& number) {
    if (text.starts_with(' ')) text.remove_prefix(1);
    const char* end = text.data() + text.size();
    auto [rest, fault] = std::from_chars(text.data(), end, number);
    text = {rest, static_cast<std::size_t>(end - rest)};
    return fault == std::errc();
}

}  // namespace

Reject WthorRowWriter::append(const WthorRow& row, RowBatch& batch) {
    constexpr std::uint32_t row_bytes = 64;
    wthor::Record record = wthor::read_record(row.record);
    append_facts(row, record, batch);
    Reject reject;
    text_.assign(row.before);
    auto moves = wthor::replay(record.moves, fold_);
    if (moves) {
        auto number = fold_.finish();
        batch[Field::ign].append_bytes(
            {reinterpret_cast<const char*>(number.data()), number.size()});
        batch[Field::ign8].append_long(fold_.prefix_value(8));
        batch[Field::plies].append_int(static_cast<std::int32_t>(moves->size()));
        batch[Field::movetext].append_bytes(movetext_of(*moves));
        batch[Field::layout].append_bytes(std::string(layout_word) +
                                          std::to_string(row.before.size()) + ' ' +
                                          std::to_string(row.after.size()));
        text_ += row.after;
        if (text_.empty()) {
            batch[Field::rest].append_null();
        } else {
            batch[Field::rest].append_bytes(text_);
        }
        batch[Field::raw].append_null();
        batch[Field::error].append_null();
    } else {
        reject = reject_of(moves.error());
        for (Field field :
             {Field::ign, Field::ign8, Field::plies, Field::movetext, Field::layout, Field::rest}) {
            batch[field].append_null();
        }
        text_ += row.record;
        text_ += row.after;
        batch[Field::raw].append_bytes(text_);
        batch[Field::error].append_bytes(reject.error);
    }
    batch.end_row(row_bytes + static_cast<std::uint32_t>(text_.size()));
    return reject;
}

bool is_wthor_row(const RowCursor& row) {
    auto layout = row.bytes(Field::layout);
    return layout && layout->starts_with(layout_word);
}

std::string write_wthor_row(const RowCursor& row, columnar::Buffer<char>& out) {
    std::string_view layout = *row.bytes(Field::layout);
    std::string_view rest = row.bytes(Field::rest).value_or(std::string_view());
    layout.remove_prefix(layout_word.size());
    std::size_t before = 0;
    std::size_t after = 0;
    if (!take_number(layout, before) || !take_number(layout, after) || !layout.empty() ||
        before > rest.size() || after != rest.size() - before) {
        return "the columns layout and rest do not fit together";
    }
    auto number = row.bytes(Field::ign);
    if (!number) return "the row has neither a number nor its bytes";
    auto moves = wthor::moves_of(std::as_bytes(std::span(number->data(), number->size())));
    if (!moves) return "no record has the number in the column ign";
    wthor::Record record;
    record.moves = *moves;
    auto read = [&row](Field field, auto& into) {
        using Value = std::remove_reference_t<decltype(into)>;
        auto value = row.number(field);
        into = static_cast<Value>(value.value_or(0));
        return value && *value == std::int32_t{into};
    };
    if (!read(Field::tournament, record.tournament) || !read(Field::black_number, record.black) ||
        !read(Field::white_number, record.white) || !read(Field::black_score, record.black_score) ||
        !read(Field::theoretical_score, record.theoretical_score)) {
        return "a column with the numbers of the record is missing";
    }
    std::string bytes(rest.substr(0, before));
    wthor::append_record(record, bytes);
    bytes += rest.substr(before);
    out.append(bytes.data(), bytes.size());
    return {};
}

}  // namespace ign::convert
