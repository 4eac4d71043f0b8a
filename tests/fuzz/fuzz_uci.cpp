// Any lines from a GUI: `go` is owed exactly one `bestmove`, `isready` one `readyok`, and what
// read_position makes of a line is legal play that can be written and read again. And any lines
// from an engine.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/uci.hpp"
#include "ign/uci/engine.hpp"
#include "ign/uci/position_command.hpp"
#include "ign/uci/replay_engine.hpp"

namespace {

using namespace ign;

void check_position(std::string_view line) {
    auto game = uci::read_position(line);
    if (!game) {
        IGN_CHECK(!game.error().empty());
        return;
    }
    std::string written = "fen " + chess::to_fen(game->start) + " moves";
    chess::Position position = game->start;
    for (chess::Move move : game->moves) {
        IGN_CHECK(chess::is_safe(position, move));
        (written += ' ') += chess::to_uci(position, move, chess::UciCastling::takes_rook);
        position.play(move);
    }
    IGN_CHECK(position == game->end);
    auto again = uci::read_position(written);
    IGN_CHECK(again && again->moves == game->moves);
    IGN_CHECK(chess::to_fen(again->end) == chess::to_fen(game->end));
}

// What an engine says: a variation is legal play, an answer is a legal move or none.
void check_engine_line(std::string_view line) {
    chess::Position position = chess::Position::standard();
    uci::BestMove answer = uci::read_best_move(position, line);
    IGN_CHECK(answer.is_legal || !answer.best);
    IGN_CHECK(!answer.best || chess::is_safe(position, *answer.best));
    for (chess::Move move : uci::read_info(position, line).pv) {
        IGN_CHECK(chess::is_safe(position, move));
        position.play(move);
    }
    uci::EngineOption option = uci::read_option(line);
    IGN_CHECK(option.name.size() <= line.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    int owed = 0;
    int answered = 0;
    uci::ReplayEngine engine("fuzz", [&](std::string_view line) {
        IGN_CHECK(line.find('\n') == std::string_view::npos);
        answered += line.starts_with("bestmove ");
    });
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        check_position(line);
        check_engine_line(line);
        if (engine.follow("go ponder") == uci::ReplayEngine::Next::quit) break;
        ++owed;
        // At most the one question is open, whatever the line was.
        IGN_CHECK(answered == owed - 1);
        int before = answered;
        if (engine.follow(line) == uci::ReplayEngine::Next::quit) break;
        IGN_CHECK(answered - before <= 2);
        engine.follow("stop");
        owed = answered;
    }
    return 0;
}
