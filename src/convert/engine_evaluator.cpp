#include "ign/convert/engine_evaluator.hpp"

#include <algorithm>

#include "ign/chess/fen.hpp"
#include "ign/pgn/dump_notes.hpp"

namespace ign::convert {

EngineEvaluator::EngineEvaluator(const EngineJob& job) : job_(job), engine_(job.engine) {
    if (engine_.find_option("Threads") != nullptr) engine_.set_option("Threads", "1");
    for (const auto& [name, value] : job.options) engine_.set_option(name, value);
    engine_.wait_until_ready();
}

pgn::EvalValue EngineEvaluator::evaluate(const uci::PlayedGame& game) {
    auto fail = [&](const std::string& what) {
        throw uci::EngineError("engine " + job_.engine.program + ": " + what + " in position " +
                               chess::to_fen(game.end));
    };
    engine_.set_position(game);
    engine_.go(job_.limits);
    auto result = engine_.wait(job_.longest_search);
    if (!result) {
        fail("no 'bestmove' within " + std::to_string(job_.longest_search.count()) + " ms");
    }
    if (result->lines.empty() || !result->lines[0].score) fail("it gave no score");
    uci::Score score = *result->lines[0].score;
    bool is_mate = score.kind == uci::Score::Kind::mate;
    std::int32_t value = game.end.turn() == chess::Color::white ? score.value : -score.value;
    std::int32_t most = is_mate ? pgn::most_mate_moves : pgn::most_centipawns;
    if (is_mate && value == 0) fail("it says mate where there are moves");
    return {is_mate ? pgn::EvalKind::mate : pgn::EvalKind::centipawns,
            std::clamp(value, -most, most), -1};
}

}  // namespace ign::convert
