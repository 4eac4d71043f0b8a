#include "ign/convert/game_record.hpp"

#include <utility>

namespace ign::convert {

void GameRecord::clear() {
    text = movetext = result = fen = {};
    tags.clear();
    tag_tokens.clear();
    moves.clear();
    dump.is_known = false;
    dump.glyphs.clear();
    start = Start::standard;
    started = black_begins = false;
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

void GameRecord::reject(RejectReason why, std::string what) {
    if (reason != RejectReason::none) return;  // the first fault is the one that matters
    reason = why;
    detail = std::move(what);
}

std::string_view GameRecord::result_value() const {
    std::string_view tag;
    for (const pgn::TagPair& pair : tags.span()) {
        if (pair.name == "Result") tag = pair.value;
    }
    if (is_result(tag)) return tag;
    if (result.empty() || is_result(result)) return result;
    return "1/2-1/2";
}

bool is_result(std::string_view text) {
    return text == "1-0" || text == "0-1" || text == "1/2-1/2" || text == "*";
}

}  // namespace ign::convert
