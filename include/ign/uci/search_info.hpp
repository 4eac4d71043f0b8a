#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/chess/position.hpp"

/// What an engine says about its search: the `info` lines of UCI.
namespace ign::uci {

/// Does the true score lie at, at or above, or at or below the one given?
enum class Bound : std::uint8_t { exact, lower, upper };

/// From the side to move's view.
struct Score {
    /// What a score is measured in.
    enum class Kind : std::uint8_t {
        centipawns,
        mate  ///< in so many moves of the winner; negative or 0 if the side to move is mated
    };
    Kind kind = Kind::centipawns;
    std::int32_t value = 0;
    Bound bound = Bound::exact;

    friend bool operator==(const Score&, const Score&) = default;
};

/// Chances in thousandths, from the side to move's view.
struct WinDrawLoss {
    std::int64_t win = 0;
    std::int64_t draw = 0;
    std::int64_t loss = 0;

    friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

/// One `info` line; what it did not say is not set.
struct SearchInfo {
    std::optional<std::int64_t> depth;
    std::optional<std::int64_t> seldepth;
    std::optional<std::int64_t> multipv;  ///< which of several lines this is, from 1
    std::optional<std::int64_t> time;     ///< milliseconds
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> nps;  ///< nodes a second
    std::optional<std::int64_t> tbhits;
    std::optional<std::int64_t> hashfull;  ///< thousandths
    std::optional<std::int64_t> cpuload;   ///< thousandths
    std::optional<std::int64_t> currmovenumber;
    std::optional<chess::Move> currmove;
    std::optional<Score> score;
    std::optional<WinDrawLoss> wdl;
    std::vector<chess::Move> pv;  ///< up to its first move that is not legal
    std::string text;             ///< of `info string`
};

/// Reads what follows the word `info`. Words that are unknown, or whose values are no numbers, are
/// skipped, as the protocol asks.
[[nodiscard]] SearchInfo read_info(const chess::Position& position, std::string_view arguments);

/// What follows `bestmove`; nothing where the engine has no move (`(none)`, `0000`, `NULL`).
struct BestMove {
    std::optional<chess::Move> best;
    std::optional<chess::Move> ponder;
    bool is_legal = true;  ///< false if `best` was a word that is no legal move
};
/// Reads what follows the word `bestmove`, said of this position.
[[nodiscard]] BestMove read_best_move(const chess::Position& position, std::string_view arguments);

}  // namespace ign::uci
