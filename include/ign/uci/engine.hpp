#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ign/uci/position_command.hpp"
#include "ign/uci/search_info.hpp"

namespace ign::uci {

class ChildProcess;

/// An engine that cannot be started, does not answer in time, has ended, or breaks the protocol.
/// `what()` names the engine, says what happened and what was waited for.
class EngineError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An `option` line of an engine.
struct EngineOption {
    std::string name;
    std::string type;  ///< check, spin, combo, button or string
    std::string default_value;
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
    std::vector<std::string> choices;  ///< of a combo
};

/// Reads what follows the word `option`.
[[nodiscard]] EngineOption read_option(std::string_view arguments);

/// Where a search ends; with none of them it is infinite, until stop().
struct SearchLimits {
    std::optional<std::uint32_t> depth = {};
    std::optional<std::uint64_t> nodes = {};
    std::optional<std::chrono::milliseconds> movetime = {};
    std::optional<std::uint32_t> mate = {};
    std::vector<chess::Move> searchmoves = {};  ///< empty for all
};

/// What a search has found.
struct SearchResult {
    std::optional<chess::Move> best;  ///< nothing in a position without moves
    std::optional<chess::Move> ponder;
    /// The last word on each line of play: place i holds what was said of `multipv` i + 1 with a
    /// score; a score that is only a bound does not take the place of an exact one.
    std::vector<SearchInfo> lines;
};

/// The GUI's side of UCI: an engine as a child process. Every call that waits for the engine gives
/// up after its time with an EngineError; after one, the engine is of no use any more. Not for use
/// by several threads at a time.
class Engine {
  public:
    /// How to start an engine.
    struct Settings {
        std::string program;  ///< a path, or a name in PATH or /usr/games
        std::vector<std::string> arguments;
        /// How long to wait for an answer that needs no search.
        std::chrono::milliseconds patience{10'000};
    };
    /// Starts the engine and shakes hands (`uci` ... `uciok`).
    explicit Engine(Settings settings);
    /// Says `quit` and ends the process, by force if it does not end in a second.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// As the engine calls itself.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::string& author() const { return author_; }
    [[nodiscard]] std::span<const EngineOption> options() const { return options_; }
    /// The option of that name, in any case; nullptr if the engine has none.
    [[nodiscard]] const EngineOption* find_option(std::string_view name) const;

    /// Throws EngineError if the engine has no such option, or the value does not suit its type.
    void set_option(std::string_view name, std::string_view value);
    /// Tells that what follows belongs to another game.
    void new_game();
    /// Waits until the engine has done all that was asked (`isready` ... `readyok`).
    void wait_until_ready();

    /// The position to search. Sets UCI_Chess960 as the game needs it.
    void set_position(const PlayedGame& game);

    /// Hears what the engine says while it searches.
    using OnInfo = std::function<void(const SearchInfo& info)>;
    /// Starts a search; `on_info` hears every `info` line while the calls below wait.
    void go(const SearchLimits& limits, OnInfo on_info = {});
    /// The end of the search, or nothing if it lasts longer than `time`.
    [[nodiscard]] std::optional<SearchResult> wait(std::chrono::milliseconds time);
    /// Ends the search now.
    [[nodiscard]] SearchResult stop();
    /// go(), and wait() for up to `time`; if that is over, stop() and what was found so far.
    [[nodiscard]] SearchResult search(const SearchLimits& limits, std::chrono::milliseconds time,
                                      OnInfo on_info = {});

  private:
    using Deadline = std::chrono::steady_clock::time_point;

    void send(std::string_view line);
    /// False at the deadline.
    [[nodiscard]] bool read(std::string& line, Deadline deadline, std::string_view awaited);
    /// Reads until a line that starts with this word; `use` gets the word and what follows of all.
    void read_until(std::string_view last,
                    const std::function<void(std::string_view word, std::string_view rest)>& use);
    void note_info(std::string_view arguments);
    [[noreturn]] void fail(const std::string& what) const;
    [[noreturn]] void fail_ended(std::string_view awaited);

    Settings settings_;
    std::unique_ptr<ChildProcess> process_;
    std::string name_;
    std::string author_;
    std::vector<EngineOption> options_;
    std::string last_line_;

    chess::Position position_ = chess::Position::standard();
    bool plays_chess960_ = false;
    bool is_searching_ = false;
    OnInfo on_info_;
    SearchResult result_;
};

}  // namespace ign::uci
