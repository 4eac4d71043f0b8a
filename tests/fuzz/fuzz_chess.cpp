// Any FEN and any line of play from it: FEN comes back, every move is counted at its place in the
// sorted list in both numberings and found again by it, and the SAN of every legal move means that
// move.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/san.hpp"

namespace {

using namespace ign::chess;

constexpr int most_plies = 40;

void check_fen(const Position& position) {
    for (FenStyle style : {FenStyle::x_fen, FenStyle::shredder}) {
        std::string fen = to_fen(position, style);
        auto back = parse_fen(fen);
        IGN_CHECK(back);
        IGN_CHECK(to_fen(*back, style) == fen);
    }
}

void check_places(const Position& position, Numbering numbering) {
    MoveList list = moves(position, numbering);
    IGN_CHECK(std::is_sorted(list.begin(), list.end()));
    IGN_CHECK(radix(position, numbering) == list.size());
    for (std::uint32_t place = 0; place < list.size(); ++place) {
        auto digit = ordinal(position, list[place], numbering);
        IGN_CHECK(digit.index == place + 1 && digit.radix == list.size());
        IGN_CHECK(select(position, place + 1, numbering) == list[place]);
        IGN_CHECK(numbering == Numbering::pseudo_legal || is_safe(position, list[place]));
    }
    IGN_CHECK(!select(position, static_cast<std::uint32_t>(list.size()) + 1, numbering));
}

void check_san(const Position& position, Move move) {
    std::string san = to_san(position, move);
    SanToken token;
    const char* end = scan_san(san.data(), san.data() + san.size(), token);
    IGN_CHECK(end == san.data() + san.size() && token.status == SanStatus::ok);
    Move back;
    IGN_CHECK(resolve(position, token, back) == SanStatus::ok && back == move);
}

void read_any_san(const Position& position, std::string_view text) {
    SanToken token;
    const char* end = scan_san(text.data(), text.data() + text.size(), token);
    IGN_CHECK(text.data() <= end && end <= text.data() + text.size());
    Move move;
    if (token.status == SanStatus::ok && resolve(position, token, move) == SanStatus::ok) {
        MoveList legal = moves(position, Numbering::legal);
        IGN_CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::size_t line = std::min(text.find('\n'), text.size());
    auto start = line == 0 ? Position::standard() : parse_fen(text.substr(0, line));
    if (!start) return 0;
    Position position = *start;
    std::string_view choices = text.substr(std::min(line + 1, text.size()));
    read_any_san(position, choices);
    for (int ply = 0; ply < most_plies && !choices.empty(); ++ply, choices.remove_prefix(1)) {
        check_fen(position);
        check_places(position, Numbering::pseudo_legal);
        check_places(position, Numbering::legal);
        MoveList legal = moves(position, Numbering::legal);
        if (legal.empty()) break;
        Move move = legal[static_cast<std::uint8_t>(choices.front()) % legal.size()];
        check_san(position, move);
        position.play(move);
    }
    return 0;
}
