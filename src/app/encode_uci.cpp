#include "encode_uci.hpp"

#include <algorithm>

#include "game_options.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/codec/fold.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/single_game.hpp"
#include "ign/uci/position_command.hpp"
#include "line_answers.hpp"

namespace ign::app {

namespace {

using Game = Result<uci::PlayedGame, std::string>;

Game read_line(std::string_view line, const chess::Position& start) {
    constexpr std::string_view command = "position";
    auto words = uci::words_of(line);
    if (words.empty()) return uci::play_moves(start, line);  // the bare word `resign` was taken off
    std::string_view first = words.front();
    if (first != command) return uci::play_moves(start, line);
    auto behind = static_cast<std::size_t>(first.data() - line.data()) + command.size();
    return uci::read_position(line.substr(behind));
}

// Takes the word `resign` off the end of a line.
bool take_resignation(std::string_view& line) {
    std::string_view last = uci::words_of(line).back();
    if (last != convert::resign_word) return false;
    line = line.substr(0, static_cast<std::size_t>(last.data() - line.data()));
    return true;
}

bool is_line(std::string_view argument) {
    auto words = uci::words_of(argument);
    return !words.empty() && (words.front() == "position" || uci::has_move_form(words.front()));
}

// Moves that are arguments of their own are one line together.
std::vector<std::string> lines_of(std::vector<std::string> arguments) {
    if (!std::ranges::all_of(arguments, [](const std::string& argument) {
            return uci::has_move_form(argument) || argument == convert::resign_word;
        })) {
        return arguments;
    }
    std::string line;
    for (const std::string& move : arguments) line += move + ' ';
    return arguments.empty() ? arguments : std::vector{line};
}

void push_digits(const uci::PlayedGame& game, chess::Numbering numbering, codec::Fold& fold) {
    fold.clear();
    chess::Position position = game.start;
    for (chess::Move move : game.moves) {
        fold.push(chess::ordinal(position, move, numbering));
        position.play(move);
    }
}

}  // namespace

ExitCode encode_uci_lines(const CommandLine& line) {
    if (parse_other_game(line) != nullptr) throw UsageError("--uci is about chess, not --game");
    chess::Position start = parse_start(line);
    chess::Numbering numbering = parse_numbering(line.get<std::string>("numbering"));
    game::Resignation resignation = parse_resignation(line);
    bool is_hexadecimal = line.has("hex");
    codec::Fold fold;
    auto encode = [&](std::string_view text) -> LineAnswer {
        bool may_resign = resignation == game::Resignation::offered;
        bool resigns = may_resign && take_resignation(text);
        Game game = read_line(text, start);
        if (!game) return fail(game.error());
        push_digits(*game, numbering, fold);
        if (may_resign) fold.raise_radices();
        if (resigns && !convert::push_resignation(game->end, numbering, fold)) {
            return fail(std::string("the game is over, and nobody can resign"));
        }
        auto number = fold.finish();
        return is_hexadecimal ? codec::to_hex(number) : codec::to_decimal(number);
    };
    return answer_lines(lines_of(line.words("moves")), {encode, is_line});
}

}  // namespace ign::app
