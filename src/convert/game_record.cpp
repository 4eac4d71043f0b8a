#include "ign/convert/game_record.hpp"

#include <utility>

#include "ign/base/text.hpp"

namespace ign::convert {

void GameRecord::clear() {
    text = movetext = result = fen = {};
    tags.clear();
    known_tags_ = 0;
    if (!other_tags_.empty()) other_tags_.clear();
    moves.clear();
    tokens.clear();
    mate_sign = MateSign::hash;
    dump.is_known = false;
    dump.glyphs.clear();
    start = Start::standard;
    started = black_begins = false;
    tags_are_ascii = true;
    number.clear();
    clocks.clear();
    evals.clear();
    clock_digits = 0;
    fewest_clock_digits = 3;
    first_number = 1;
    has_clocks = has_evals = false;
    reason = RejectReason::none;
    detail.clear();
}

void GameRecord::add_tag(const pgn::TagPair& pair, const char* begin, const char* end) {
    add_tag(pair, find_tag_field(pair.name), begin, end);
    tags_are_ascii &= is_ascii(pair.value);
}

void GameRecord::reject(RejectReason why, std::string what) {
    if (reason != RejectReason::none) return;  // the first fault is the one that matters
    reason = why;
    detail = std::move(what);
}

std::string_view GameRecord::result_value() const {
    constexpr std::size_t result_field = 6;
    static_assert(tag_fields[result_field].field == columnar::Field::result);
    const GameTag* tag = known_tag(result_field);
    if (tag != nullptr && is_result(tag->pair.value)) return tag->pair.value;
    if (result.empty() || is_result(result)) return result;
    return "1/2-1/2";
}

bool is_result(std::string_view text) {
    // Most texts that are asked about are results: their length tells which.
    switch (text.size()) {
        case 1:
            return text[0] == '*';
        case 3:
            return text[1] == '-' &&
                   (text[0] == '1' ? text[2] == '0' : text[0] == '0' && text[2] == '1');
        default:
            return text == "1/2-1/2";
    }
}

}  // namespace ign::convert
