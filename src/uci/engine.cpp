#include "ign/uci/engine.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "child_process.hpp"
#include "ign/base/ascii.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/uci.hpp"

namespace ign::uci {

namespace {

using std::chrono::milliseconds;

std::chrono::steady_clock::time_point after(milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

/// The first word, and what follows it.
std::pair<std::string_view, std::string_view> split(std::string_view line) {
    std::string_view rest = line;
    std::string_view word = chess::next_fen_field(rest);
    return {word, rest};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    std::size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(space) + 1 - begin);
}

std::optional<std::int64_t> to_number(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return value;
}

std::string write_limits(const chess::Position& position, const SearchLimits& limits,
                         chess::UciCastling castling) {
    std::string text;
    if (limits.depth) text += " depth " + std::to_string(*limits.depth);
    if (limits.nodes) text += " nodes " + std::to_string(*limits.nodes);
    if (limits.mate) text += " mate " + std::to_string(*limits.mate);
    if (limits.movetime) text += " movetime " + std::to_string(limits.movetime->count());
    if (text.empty()) text = " infinite";
    if (!limits.searchmoves.empty()) text += " searchmoves";
    for (chess::Move move : limits.searchmoves) {
        text += ' ';
        text += chess::to_uci(position, move, castling);
    }
    return text;
}

bool suits(const EngineOption& option, std::string_view value) {
    if (option.type == "check") return value == "true" || value == "false";
    if (option.type == "combo")
        return std::ranges::find(option.choices, value) != option.choices.end();
    if (option.type != "spin") return true;
    auto number = to_number(value);
    return number && (!option.min || *number >= *option.min) &&
           (!option.max || *number <= *option.max);
}

constexpr chess::UciCastling castling_of(bool chess960) {
    return chess960 ? chess::UciCastling::takes_rook : chess::UciCastling::king_step;
}

}  // namespace

EngineOption read_option(std::string_view arguments) {
    constexpr std::array<std::string_view, 6> keywords = {"name", "type", "default",
                                                          "min",  "max",  "var"};
    EngineOption option;
    std::vector<std::string_view> words = words_of(arguments);
    for (std::size_t i = 0; i < words.size();) {
        std::string_view keyword = words[i++];
        std::string value;
        // A name or a value may be several words; the keywords inside a name cannot be told apart.
        while (i < words.size() && std::ranges::find(keywords, words[i]) == keywords.end()) {
            (value += value.empty() ? "" : " ") += words[i++];
        }
        if (keyword == "name") option.name = value;
        if (keyword == "type") option.type = value;
        if (keyword == "default") option.default_value = value == "<empty>" ? "" : value;
        if (keyword == "min") option.min = to_number(value);
        if (keyword == "max") option.max = to_number(value);
        if (keyword == "var") option.choices.push_back(value);
    }
    return option;
}

Engine::Engine(Settings settings) : settings_(std::move(settings)) {
    try {
        process_ = std::make_unique<ChildProcess>(settings_.program, settings_.arguments);
    } catch (const std::system_error& error) {
        fail(std::string(error.what()) + "; give the name or path of a UCI engine");
    }
    send("uci");
    read_until("uciok", [&](std::string_view word, std::string_view rest) {
        auto [kind, value] = split(rest);
        if (word == "id" && kind == "name") name_ = trimmed(value);
        if (word == "id" && kind == "author") author_ = trimmed(value);
        if (word == "option") options_.push_back(read_option(rest));
    });
    if (name_.empty()) name_ = settings_.program;
}

Engine::~Engine() {
    try {
        if (process_) static_cast<void>(process_->write_line("quit", after(milliseconds(100))));
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): it is ended by force then
    }
}

const EngineOption* Engine::find_option(std::string_view name) const {
    auto found = std::ranges::find_if(
        options_, [&](const EngineOption& option) { return same_word(option.name, name); });
    return found == options_.end() ? nullptr : &*found;
}

void Engine::set_option(std::string_view name, std::string_view value) {
    const EngineOption* option = find_option(name);
    if (option == nullptr) fail("it has no option '" + std::string(name) + "'");
    if (!suits(*option, value) || value.find('\n') != std::string_view::npos) {
        fail("its option '" + option->name + "' (" + option->type + ") cannot be '" +
             std::string(value) + "'");
    }
    std::string line = "setoption name " + option->name;
    if (option->type != "button") (line += " value ") += value.empty() ? "<empty>" : value;
    send(line);
}

void Engine::new_game() {
    send("ucinewgame");
    wait_until_ready();
}

void Engine::wait_until_ready() {
    send("isready");
    read_until("readyok", [](std::string_view, std::string_view) {});
}

void Engine::set_position(const PlayedGame& game) {
    bool chess960 = chess::needs_chess960(game.start);
    if (chess960 != plays_chess960_) {
        set_option("UCI_Chess960", chess960 ? "true" : "false");
        plays_chess960_ = chess960;
    }
    bool is_standard = game.start == chess::Position::standard();
    std::string line = is_standard ? "position startpos" : "position fen ";
    if (!is_standard) line += chess::to_fen(game.start);
    if (!game.moves.empty()) line += " moves";
    chess::Position position = game.start;
    for (chess::Move move : game.moves) {
        (line += ' ') += chess::to_uci(position, move, castling_of(chess960));
        position.play(move);
    }
    position_ = position;
    send(line);
}

void Engine::go(const SearchLimits& limits, OnInfo on_info) {
    on_info_ = std::move(on_info);
    result_ = {};
    send("go" + write_limits(position_, limits, castling_of(plays_chess960_)));
    is_searching_ = true;
}

std::optional<SearchResult> Engine::wait(milliseconds time) {
    Deadline deadline = after(time);
    std::string line;
    while (is_searching_) {
        if (!read(line, deadline, "bestmove")) return std::nullopt;
        auto [word, rest] = split(line);
        if (word == "info") note_info(rest);
        if (word != "bestmove") continue;
        BestMove answer = read_best_move(position_, rest);
        if (!answer.is_legal) fail("its answer is no legal move: " + line.substr(0, 80));
        result_.best = answer.best;
        result_.ponder = answer.ponder;
        is_searching_ = false;
    }
    return std::move(result_);
}

SearchResult Engine::stop() {
    if (is_searching_) send("stop");
    auto result = wait(settings_.patience);
    if (!result) {
        fail("no 'bestmove' within " + std::to_string(settings_.patience.count()) +
             " ms after 'stop'");
    }
    return std::move(*result);
}

SearchResult Engine::search(const SearchLimits& limits, milliseconds time, OnInfo on_info) {
    go(limits, std::move(on_info));
    auto result = wait(time);
    return result ? std::move(*result) : stop();
}

void Engine::note_info(std::string_view arguments) {
    SearchInfo info = read_info(position_, arguments);
    if (on_info_) on_info_(info);
    constexpr std::int64_t most_lines = 512;
    std::int64_t place = info.multipv.value_or(1);
    if (!info.score || place < 1 || place > most_lines) return;
    auto size = static_cast<std::size_t>(place);
    if (result_.lines.size() < size) result_.lines.resize(size);
    std::optional<Score>& known = result_.lines[size - 1].score;
    bool is_exact = info.score->bound == Bound::exact;
    if (is_exact || !known || known->bound != Bound::exact) {
        result_.lines[size - 1] = std::move(info);
    }
}

void Engine::send(std::string_view line) {
    switch (process_->write_line(line, after(settings_.patience))) {
        case ChildProcess::Outcome::done:
            return;
        case ChildProcess::Outcome::timed_out:
            fail("it does not read its input");
        case ChildProcess::Outcome::ended:
        case ChildProcess::Outcome::line_too_long:
            fail_ended("");
    }
}

bool Engine::read(std::string& line, Deadline deadline, std::string_view awaited) {
    switch (process_->read_line(line, deadline)) {
        case ChildProcess::Outcome::done:
            last_line_ = line;
            return true;
        case ChildProcess::Outcome::timed_out:
            return false;
        case ChildProcess::Outcome::ended:
            fail_ended(awaited);
        case ChildProcess::Outcome::line_too_long:
            break;
    }
    fail("a line of over " + std::to_string(ChildProcess::longest_line) + " bytes");
}

void Engine::read_until(
    std::string_view last,
    const std::function<void(std::string_view word, std::string_view rest)>& use) {
    Deadline deadline = after(settings_.patience);
    std::string line;
    while (read(line, deadline, last)) {
        auto [word, rest] = split(line);
        if (word == last) return;
        use(word, rest);
    }
    fail("no '" + std::string(last) + "' within " + std::to_string(settings_.patience.count()) +
         " ms; is it a UCI engine?");
}

void Engine::fail(const std::string& what) const {
    throw EngineError("engine " + settings_.program + ": " + what);
}

void Engine::fail_ended(std::string_view awaited) {
    std::string text = "it has ended unexpectedly (";
    text += process_->how_it_ended(after(std::chrono::seconds(1))) + ")";
    if (!awaited.empty()) (text += ", before its '") += std::string(awaited) + "'";
    if (!last_line_.empty()) (text += "; its last line: ") += last_line_.substr(0, 80);
    fail(text);
}

}  // namespace ign::uci
