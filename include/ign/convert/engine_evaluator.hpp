#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ign/pgn/annotation.hpp"
#include "ign/uci/engine.hpp"

namespace ign::convert {

/// How positions are to be evaluated.
struct EngineJob {
    uci::Engine::Settings engine;
    std::vector<std::pair<std::string, std::string>> options;  ///< of the engine, set once
    uci::SearchLimits limits;
    std::chrono::milliseconds longest_search{60'000};  ///< more is an error
};

/// An engine that evaluates positions. What it says of a game does not depend on the games before,
/// as far as the engine forgets them when it is told that a new one begins; it is asked to use one
/// thread, so that it says the same every time if its limits are nodes or depth.
class EngineEvaluator {
  public:
    /// Throws uci::EngineError, as all the others do.
    explicit EngineEvaluator(const EngineJob& job);

    [[nodiscard]] const std::string& engine_name() const { return engine_.name(); }
    void begin_game() { engine_.new_game(); }
    /// White's view; moves to mate and centipawns beyond what the column `eval` holds come out as
    /// the most it does.
    [[nodiscard]] pgn::EvalValue evaluate(const uci::PlayedGame& game);

  private:
    const EngineJob& job_;
    uci::Engine engine_;
};

}  // namespace ign::convert
