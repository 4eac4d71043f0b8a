#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/chess/ordinal.hpp"
#include "ign/chess/position.hpp"
#include "ign/uci/position_command.hpp"

namespace ign::uci {

/// The engine's side of UCI: an engine that plays the moves of one game, given as its number, so
/// that a GUI can replay it. It needs no time and no threads, so every command is answered before
/// the next is read.
///
/// Options: `IGN`, the number (decimal, or hexadecimal with 0x); `Numbering` and `Resign`, which
/// moves it counts; `Start`, where the game starts (`startpos` or a FEN); `Ponder` and
/// `UCI_Chess960` as the protocol has them. Without `Start` the game starts from the standard
/// position or, if it does not pass the position to move in, from the FEN of the GUI's `position`.
///
/// The position to move in is looked for on the game's line: one that is equal with its move
/// counters, else the first one that is equal without. On it `bestmove` is the game's next move,
/// with the one after as the move to ponder on. Off it, behind the last move, without a game, or if
/// `searchmoves` leaves the move out, the answer is an `info string` that says so and the null move
/// `0000`.
class ReplayEngine {
  public:
    /// Takes one line to the GUI, without its end.
    using Say = std::function<void(std::string_view line)>;
    /// What follows `id name`.
    ReplayEngine(std::string name, Say say);

    /// Does the engine go on after a line?
    enum class Next : std::uint8_t { read_on, quit };
    /// Follows a line from the GUI. Words before the first known command are skipped, and a line
    /// without one is ignored, as the protocol asks.
    Next follow(std::string_view line);

  private:
    /// The game of the options: `positions` has one more than `moves`.
    struct Line {
        std::vector<chess::Move> moves;
        std::vector<chess::Position> positions;
        bool resigns = false;
    };
    struct Options {
        std::string number;
        std::string start;  // empty: wherever the GUI's position starts
        chess::Numbering numbering = chess::Numbering::pseudo_legal;
        bool resign = false;
        bool chess960 = false;
    };
    /// The game of the options from one start, or why there is none.
    using Lining = Result<Line, std::string>;
    struct GuestLine {
        chess::Position start;
        Lining line;
    };
    /// Where on a line the position to move in is.
    struct Place {
        const Line& line;
        std::size_t ply;
    };
    /// What is known when `go` comes, said when it may be.
    struct Answer {
        std::string text;
        bool ends_at_ponderhit = false;
    };

    using Handler = void (ReplayEngine::*)(std::string_view arguments);
    struct Command {
        std::string_view name;
        Handler handle;
    };
    static const std::vector<Command>& commands();

    void identify(std::string_view arguments);
    void set_debug(std::string_view arguments);
    void confirm_ready(std::string_view arguments);
    void set_option(std::string_view arguments);
    void ignore(std::string_view arguments);
    void forget_position(std::string_view arguments);
    void set_position(std::string_view arguments);
    void go(std::string_view arguments);
    void stop(std::string_view arguments);
    void ponderhit(std::string_view arguments);
    void quit(std::string_view arguments);

    void apply_option(std::string_view name, std::string_view value);
    void remark(std::string_view text);
    void find_line();
    [[nodiscard]] Lining line_of_options() const;
    [[nodiscard]] Lining line_from(const chess::Position& start, std::string_view none_has) const;
    [[nodiscard]] const Lining* guest_line();
    [[nodiscard]] std::optional<std::size_t> ply_on(const Line& line) const;
    [[nodiscard]] Result<Place, std::string> find_place();
    [[nodiscard]] std::string write(const Line& line, std::size_t ply) const;
    [[nodiscard]] std::string best_move(std::string_view searchmoves);
    void finish();

    std::string name_;
    Say say_;
    Options options_;
    bool debug_ = false;
    bool quits_ = false;
    /// From the start of the options or the standard one; nothing while no number is set.
    std::optional<Lining> line_;
    /// The line from where the GUI's position starts, as it was last asked for.
    std::optional<GuestLine> guest_line_;
    std::optional<PlayedGame> game_;
    std::string game_fault_ = "no position is set";
    std::optional<Answer> pending_;
};

}  // namespace ign::uci
