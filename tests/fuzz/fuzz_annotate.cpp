// Any text: a game that the annotator takes reads as the same game, with an evaluation on every
// half-move but one that ends it; any other one stays as it is.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/convert/game_annotator.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace {

using namespace ign;

constexpr std::int32_t first_value = 17;

void check_game(std::string_view text) {
    std::int32_t value = first_value;
    bool is_over = false;
    convert::GameAnnotator annotator(
        [&](const uci::PlayedGame& game) {
            IGN_CHECK(chess::has_legal_move(game.end));
            return pgn::EvalValue{pgn::EvalKind::centipawns, value++, -1};
        },
        convert::ExistingEvals::keep);
    std::string out = "before";
    convert::Annotated outcome = annotator.annotate(text, out);
    IGN_CHECK(out.starts_with("before"));
    out.erase(0, std::string_view("before").size());
    if (outcome != convert::Annotated::yes) {
        IGN_CHECK(out == text);
        return;
    }
    // Only an evaluation that none can be may be put out of its place, such as of 9,817 pawns.
    IGN_CHECK(out.size() >= text.size() || text.find("[%eval") != std::string_view::npos);
    auto reader = convert::make_game_reader(chess::Numbering::legal);
    convert::GameRecord before;
    convert::GameRecord after;
    IGN_CHECK(reader->read(text.data(), text.data() + text.size(), pgn::TextEnd::at_eof, before) ==
              pgn::GameEnd::complete);
    IGN_CHECK(reader->read(out.data(), out.data() + out.size(), pgn::TextEnd::at_eof, after) ==
              pgn::GameEnd::complete);
    IGN_CHECK(after.reason == convert::RejectReason::none);
    IGN_CHECK(out.size() - after.text.size() == text.size() - before.text.size());
    auto number = before.number.finish();
    IGN_CHECK(std::ranges::equal(number, after.number.finish()));
    IGN_CHECK(std::ranges::equal(before.clocks.span(), after.clocks.span()));
    for (std::size_t i = 0; i < after.evals.size(); ++i) {
        std::int32_t want = first_value + static_cast<std::int32_t>(i);
        is_over = i + 1 == after.evals.size() && after.evals[i] != want;
        IGN_CHECK(after.evals[i] == want || is_over);
    }
    IGN_CHECK(value == first_value + static_cast<std::int32_t>(after.evals.size()) - is_over);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const char* at = reinterpret_cast<const char*>(data);
    const char* end = at + size;
    while (at != end) {
        pgn::Tokenizer tokens(at, end, pgn::TextEnd::at_eof);
        while (tokens.next().kind != pgn::TokenKind::end) continue;
        if (tokens.state() != pgn::GameEnd::complete) break;
        check_game({at, static_cast<std::size_t>(tokens.game_end() - at)});
        at = tokens.game_end();
    }
    return 0;
}
