#include "ign/uci/replay_engine.hpp"

#include <algorithm>
#include <array>

#include "ign/base/ascii.hpp"
#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/uci.hpp"
#include "ign/codec/natural.hpp"
#include "ign/game/resignation.hpp"

namespace ign::uci {

namespace {

constexpr std::size_t longest_variation = 32;

/// What follows a word that lies in `line`.
std::string_view behind(std::string_view line, std::string_view word) {
    return line.substr(static_cast<std::size_t>(word.data() - line.data()) + word.size());
}

std::string_view trimmed(std::string_view text) {
    std::vector<std::string_view> words = words_of(text);
    if (words.empty()) return {};
    const char* end = words.back().data() + words.back().size();
    return {words.front().data(), static_cast<std::size_t>(end - words.front().data())};
}

/// Moves of a number, and whether a resignation ends them.
struct Unfolded {
    std::vector<chess::Move> moves;
    bool resigns = false;
};
using Unfolding = Result<Unfolded, game::Stopped>;

template <chess::Numbering numbering>
Unfolding unfold(const chess::Position& start, std::span<const std::byte> number, bool resign) {
    using Game = chess::ChessGame<numbering>;
    Unfolded unfolded;
    if (!resign) {
        auto moves = game::decode(Game(start), number);
        if (!moves) return fail(moves.error());
        unfolded.moves = std::move(*moves);
        return unfolded;
    }
    auto moves = game::decode(game::WithResignation<Game>(Game(start)), number);
    if (!moves) return fail(moves.error());
    for (const auto& move : *moves) {
        unfolded.resigns = move.resigns;
        if (!move.resigns) unfolded.moves.push_back(move.played);
    }
    return unfolded;
}

std::optional<std::vector<std::byte>> read_number(std::string_view text) {
    bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    return is_hexadecimal ? codec::from_hex(text) : codec::from_decimal(text);
}

/// The words of `go` that take the word after them as their value.
bool takes_value(std::string_view word) {
    constexpr std::array<std::string_view, 9> names = {
        "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"};
    return std::ranges::find(names, word) != names.end();
}

struct GoWords {
    std::string_view searchmoves;  // as they stand, empty for all
    bool infinite = false;
    bool ponder = false;
};

GoWords read_go(std::string_view arguments) {
    GoWords go;
    std::vector<std::string_view> words = words_of(arguments);
    auto is_keyword = [](std::string_view word) {
        return word == "infinite" || word == "ponder" || word == "searchmoves" || takes_value(word);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (takes_value(words[i])) {
            ++i;
        } else if (words[i] == "infinite") {
            go.infinite = true;
        } else if (words[i] == "ponder") {
            go.ponder = true;
        } else if (words[i] == "searchmoves" && i + 1 < words.size()) {
            const char* begin = words[i + 1].data();
            while (i + 1 < words.size() && !is_keyword(words[i + 1])) ++i;
            const char* end = words[i].data() + words[i].size();
            if (end > begin) go.searchmoves = {begin, static_cast<std::size_t>(end - begin)};
        }
    }
    return go;
}

}  // namespace

ReplayEngine::ReplayEngine(std::string name, Say say)
    : name_(std::move(name)), say_(std::move(say)) {}

const std::vector<ReplayEngine::Command>& ReplayEngine::commands() {
    static const std::vector<Command> all = {
        {"uci", &ReplayEngine::identify},
        {"debug", &ReplayEngine::set_debug},
        {"isready", &ReplayEngine::confirm_ready},
        {"setoption", &ReplayEngine::set_option},
        {"register", &ReplayEngine::ignore},  // nothing here needs a registration
        {"ucinewgame", &ReplayEngine::forget_position},
        {"position", &ReplayEngine::set_position},
        {"go", &ReplayEngine::go},
        {"stop", &ReplayEngine::stop},
        {"ponderhit", &ReplayEngine::ponderhit},
        {"quit", &ReplayEngine::quit},
    };
    return all;
}

ReplayEngine::Next ReplayEngine::follow(std::string_view line) {
    for (std::string_view word : words_of(line)) {
        auto command = std::ranges::find(commands(), word, &Command::name);
        if (command == commands().end()) continue;
        (this->*command->handle)(behind(line, word));
        return quits_ ? Next::quit : Next::read_on;
    }
    if (debug_ && !trimmed(line).empty()) remark("unknown command ignored");
    return Next::read_on;
}

void ReplayEngine::identify(std::string_view /*arguments*/) {
    say_("id name " + name_);
    say_("id author the authors of ign");
    say_("option name IGN type string default <empty>");
    say_("option name Start type string default <empty>");
    say_("option name Numbering type combo default pseudo-legal var pseudo-legal var legal");
    say_("option name Resign type check default false");
    say_("option name Ponder type check default false");
    say_("option name UCI_Chess960 type check default false");
    say_("uciok");
}

void ReplayEngine::set_debug(std::string_view arguments) {
    std::vector<std::string_view> words = words_of(arguments);
    if (!words.empty() && words[0] == "on") debug_ = true;
    if (!words.empty() && words[0] == "off") debug_ = false;
}

void ReplayEngine::confirm_ready(std::string_view /*arguments*/) { say_("readyok"); }

void ReplayEngine::ignore(std::string_view /*arguments*/) {}

void ReplayEngine::set_option(std::string_view arguments) {
    std::vector<std::string_view> words = words_of(arguments);
    auto name = std::ranges::find(words, "name");
    auto value = std::ranges::find(words, "value");
    if (name == words.end() || name + 1 >= value) return;
    std::string_view text = value == words.end() ? "" : trimmed(behind(arguments, *value));
    apply_option(*(name + 1), text == "<empty>" ? "" : text);
}

void ReplayEngine::apply_option(std::string_view name, std::string_view value) {
    if (same_word(name, "IGN")) {
        options_.number = value;
    } else if (same_word(name, "Start")) {
        options_.start = value;
    } else if (same_word(name, "Numbering") && same_word(value, "legal")) {
        options_.numbering = chess::Numbering::legal;
    } else if (same_word(name, "Numbering") && same_word(value, "pseudo-legal")) {
        options_.numbering = chess::Numbering::pseudo_legal;
    } else if (same_word(name, "Resign")) {
        options_.resign = same_word(value, "true");
    } else if (same_word(name, "UCI_Chess960")) {
        options_.chess960 = same_word(value, "true");
        return;
    } else {
        if (debug_ && !same_word(name, "Ponder")) remark("unknown option or value ignored");
        return;
    }
    find_line();
}

void ReplayEngine::find_line() {
    guest_line_.reset();
    line_.reset();
    if (options_.number.empty()) return;
    line_ = line_of_options();
    if (!*line_) remark(line_->error());
}

ReplayEngine::Lining ReplayEngine::line_of_options() const {
    if (options_.start.empty()) {
        return line_from(chess::Position::standard(), "no game from the standard position has");
    }
    if (options_.start == "startpos") {
        return line_from(chess::Position::standard(), "no game has");
    }
    auto start = chess::parse_fen(options_.start);
    if (!start) return fail("option Start: " + std::string(chess::to_text(start.error())));
    return line_from(*start, "no game has");
}

ReplayEngine::Lining ReplayEngine::line_from(const chess::Position& start,
                                             std::string_view none_has) const {
    auto number = read_number(options_.number);
    if (!number) return fail(std::string("option IGN is no number"));
    auto unfolded = options_.numbering == chess::Numbering::legal
                        ? unfold<chess::Numbering::legal>(start, *number, options_.resign)
                        : unfold<chess::Numbering::pseudo_legal>(start, *number, options_.resign);
    if (!unfolded) {
        return fail(std::string(none_has) + " the number of option IGN: it fails at ply " +
                    std::to_string(unfolded.error().ply));
    }
    Line line{std::move(unfolded->moves), {start}, unfolded->resigns};
    chess::Position position = start;
    for (chess::Move move : line.moves) {
        position.play(move);
        line.positions.push_back(position);
    }
    return line;
}

/// Without the option Start: the line from where the GUI's position starts, where that is another
/// one than the standard start.
const ReplayEngine::Lining* ReplayEngine::guest_line() {
    if (!options_.start.empty() || game_->start == chess::Position::standard()) return nullptr;
    if (!guest_line_ || !(guest_line_->start == game_->start)) {
        guest_line_ = GuestLine{game_->start, line_from(game_->start, "no game from there has")};
    }
    return &guest_line_->line;
}

void ReplayEngine::forget_position(std::string_view /*arguments*/) {
    game_.reset();
    game_fault_ = "no position is set";
}

void ReplayEngine::set_position(std::string_view arguments) {
    auto game = read_position(arguments);
    if (game) {
        game_ = std::move(*game);
        return;
    }
    game_.reset();
    game_fault_ = game.error();
    remark(game_fault_);
}

void ReplayEngine::go(std::string_view arguments) {
    if (pending_) finish();  // a GUI should have said stop
    GoWords words = read_go(arguments);
    pending_ = Answer{best_move(words.searchmoves), words.ponder && !words.infinite};
    if (!words.ponder && !words.infinite) finish();
}

void ReplayEngine::stop(std::string_view /*arguments*/) {
    if (pending_) finish();
}

void ReplayEngine::ponderhit(std::string_view /*arguments*/) {
    if (pending_ && pending_->ends_at_ponderhit) finish();
}

void ReplayEngine::quit(std::string_view /*arguments*/) { quits_ = true; }

void ReplayEngine::finish() {
    say_(pending_->text);
    pending_.reset();
}

void ReplayEngine::remark(std::string_view text) { say_("info string " + std::string(text)); }

std::optional<std::size_t> ReplayEngine::ply_on(const Line& line) const {
    // Of equal positions the one with the same move counters is meant; a GUI that has only set a
    // position may have lost them. The en passant square counts where a capture is legal.
    for (auto* write : {+[](const chess::Position& p) { return chess::to_fen(p); },
                        +[](const chess::Position& p) { return chess::to_epd_fields(p); }}) {
        auto found = std::ranges::find(line.positions, write(game_->end), write);
        if (found != line.positions.end()) {
            return static_cast<std::size_t>(found - line.positions.begin());
        }
    }
    return std::nullopt;
}

Result<ReplayEngine::Place, std::string> ReplayEngine::find_place() {
    if (!line_) return fail(std::string("no game is set; setoption name IGN value NUMBER"));
    if (!game_) return fail(game_fault_);
    const Lining* guest = guest_line();
    for (const Lining* line : {static_cast<const Lining*>(&*line_), guest}) {
        if (line == nullptr || !*line) continue;
        if (auto ply = ply_on(**line)) return Place{**line, *ply};
    }
    if (!*line_) return fail(guest != nullptr && !*guest ? guest->error() : line_->error());
    return fail(std::string("the position is not one of the game"));
}

std::string ReplayEngine::write(const Line& line, std::size_t ply) const {
    bool takes_rook = options_.chess960 || chess::needs_chess960(line.positions.front());
    return chess::to_uci(
        line.positions[ply], line.moves[ply],
        takes_rook ? chess::UciCastling::takes_rook : chess::UciCastling::king_step);
}

/// The line to answer `go` with, after the remarks that belong to it.
std::string ReplayEngine::best_move(std::string_view searchmoves) {
    auto none = [&](std::string_view why) {
        remark(why);
        return std::string("bestmove 0000");
    };
    auto place = find_place();
    if (!place) return none(place.error());
    const auto& [line, ply] = *place;
    if (ply == line.moves.size()) {
        return none(line.resigns ? "here the side to move resigns" : "here the game ends");
    }
    chess::Move move = line.moves[ply];
    std::vector<std::string_view> allowed = words_of(searchmoves);
    bool is_allowed = allowed.empty() || std::ranges::any_of(allowed, [&](std::string_view word) {
                          return chess::parse_uci(game_->end, word) == move;
                      });
    if (!is_allowed) return none("the game's move is not among searchmoves");
    std::size_t count = std::min(line.moves.size() - ply, longest_variation);
    std::string info = "info depth " + std::to_string(count) + " pv";
    for (std::size_t i = ply; i < ply + count; ++i) (info += ' ') += write(line, i);
    say_(info);
    std::string answer = "bestmove " + write(line, ply);
    if (count > 1) (answer += " ponder ") += write(line, ply + 1);
    return answer;
}

}  // namespace ign::uci
