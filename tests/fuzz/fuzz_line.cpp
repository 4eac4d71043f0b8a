// Any text as a line of moves, from the position of a FEN on its first line if there is one: what
// is read is written so that it reads as the same, the game of these moves begins with the line and
// with every part of it under every numbering, and no position that it reaches is ever out of reach
// before.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "ign/chess/fen.hpp"
#include "ign/codec/fold.hpp"
#include "ign/search/line.hpp"
#include "ign/search/material_target.hpp"
#include "ign/search/position_target.hpp"

namespace {

using namespace ign;
using namespace ign::search;

constexpr std::size_t most_plies = 60;

MaterialTarget material_of(const chess::Position& position) {
    std::array<PieceCounts, 2> counts{};
    for (std::size_t color = 0; color < 2; ++color) {
        for (std::size_t type = 0; type < 5; ++type) {
            auto pieces = position.pieces(static_cast<chess::PieceType>(type)) &
                          position.pieces(static_cast<chess::Color>(color));
            counts[color][type] = static_cast<std::int32_t>(pieces.count());
        }
    }
    return {counts[0], counts[1]};
}

void check_reach(const Line& line) {
    std::vector<chess::Position> positions = {line.start};
    for (chess::Move move : line.moves) {
        positions.push_back(positions.back());
        positions.back().play(move);
    }
    for (std::size_t later = 0; later < positions.size(); ++later) {
        PositionTarget position(positions[later]);
        MaterialTarget material = material_of(positions[later]);
        IGN_CHECK(position.matches(positions[later]) && material.matches(positions[later]));
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            IGN_CHECK(!position.is_out_of_reach(positions[earlier]));
            IGN_CHECK(!material.is_out_of_reach(positions[earlier]));
            auto plies = static_cast<std::int32_t>(later - earlier);
            IGN_CHECK(least_plies(positions[earlier], position.totals()) <= plies);
            IGN_CHECK(least_plies(positions[earlier], material.totals()) <= plies);
        }
    }
}

void check_number(const Line& line, convert::NumberingScheme numbering) {
    LinePrefix whole = prefix_of(line.start, line.moves, numbering);
    codec::Fold fold;
    for (codec::Digit digit : whole.digits) fold.push(digit);
    auto number = fold.finish();
    codec::Unfold unfold;
    for (std::size_t plies = 0; plies <= line.moves.size(); ++plies) {
        auto part = std::span(line.moves).first(plies);
        IGN_CHECK(begins_with(number, prefix_of(line.start, part, numbering), unfold));
    }
    if (!is_same_position(line.start, chess::Position::standard())) return;
    std::int64_t ign8 = fold.prefix_value(8);
    IGN_CHECK(ign8 == whole.first8.value && may_begin_with(ign8, whole.first8));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    chess::Position start = chess::Position::standard();
    std::size_t end = text.find('\n');
    if (end != std::string_view::npos) {
        if (auto position = chess::parse_fen(text.substr(0, end))) start = *position;
        text.remove_prefix(end + 1);
    }
    auto line = parse_line(text, start);
    if (!line) {
        IGN_CHECK(line.error().offset <= text.size() && !line.error().what.empty());
        return 0;
    }
    IGN_CHECK(looks_like_line(text));
    auto again = parse_line(to_text(*line), start);
    IGN_CHECK(again && again->moves == line->moves);
    if (line->moves.size() > most_plies) line->moves.resize(most_plies);
    check_reach(*line);
    for (auto moves : {chess::Numbering::pseudo_legal, chess::Numbering::legal}) {
        check_number(*line, {moves, game::Resignation::none});
        check_number(*line, {moves, game::Resignation::offered});
    }
    return 0;
}
