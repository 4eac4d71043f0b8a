#include <algorithm>
#include <iomanip>
#include <iostream>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/chess_game.hpp"
#include "ign/chess/perft.hpp"
#include "ign/game/resignation.hpp"

namespace ign::app {
namespace {

// Counts in the game that the command line names: `count` is given its start position.
template <chess::Numbering numbering>
auto count_chess(const CommandLine& line, auto count) {
    chess::ChessGame<numbering> game(parse_start(line));
    if (parse_resignation(line) == game::Resignation::none) return count(game);
    return count(game::WithResignation(game));
}

auto count_chess(const CommandLine& line, auto count) {
    bool legal = parse_numbering(line.get<std::string>("numbering")) == chess::Numbering::legal;
    return legal ? count_chess<chess::Numbering::legal>(line, count)
                 : count_chess<chess::Numbering::pseudo_legal>(line, count);
}

std::uint64_t perft(const CommandLine& line, int depth) {
    if (const auto* other = parse_other_game(line)) return other->perft(depth);
    if (parse_resignation(line) == game::Resignation::none) {
        return chess::perft(parse_start(line), depth,
                            parse_numbering(line.get<std::string>("numbering")));
    }
    return count_chess(line, [depth](const auto& game) { return game::perft(game, depth); });
}

std::vector<game::PlyCount> count_plies(const CommandLine& line, int depth) {
    if (const auto* other = parse_other_game(line)) return other->count_plies(depth);
    return count_chess(line, [depth](const auto& game) { return game::count_plies(game, depth); });
}

void print_table(const std::vector<game::PlyCount>& plies) {
    game::PlyCount all;
    auto print_row = [](auto name, auto sequences, auto finished) {
        std::cout << std::setw(4) << name << std::setw(22) << sequences << std::setw(22) << finished
                  << '\n';
    };
    print_row("ply", "sequences", "finished");
    for (std::size_t ply = 0; ply < plies.size(); ++ply) {
        print_row(ply, plies[ply].sequences, plies[ply].finished);
        all.sequences += plies[ply].sequences;
        all.finished += plies[ply].finished;
    }
    print_row("all", all.sequences, all.finished);
}

}  // namespace

ExitCode run_perft(std::span<const std::string> arguments) {
    CommandLine line(
        "perft [OPTIONS] DEPTH",
        "Counts the sequences of DEPTH legal moves from a position (with --numbering pseudo-legal\n"
        "the last move may be pseudo-legal): the usual proof of a move generator.",
        "  ign perft 5                                      4865609\n"
        "  ign perft --chess960 --fen 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf "
        "- 2 9' 4\n"
        "  ign perft --game othello 9                       3005288\n"
        "  ign perft --game tic-tac-toe --table 9\n");
    line.positional("depth");
    add_game_options(line, "legal");
    line.add()("table",
               "for every number of moves up to DEPTH the sequences of legal moves, and how many "
               "of them end the game");
    if (!line.parse(arguments)) return ExitCode::done;
    std::vector<std::string> words = line.words("depth");
    if (words.size() != 1) throw UsageError("perft takes one DEPTH");
    constexpr std::uint64_t deepest = 20;
    int depth = static_cast<int>(parse_count("DEPTH", words.front(), deepest));
    if (line.has("table")) {
        print_table(count_plies(line, depth));
    } else {
        std::cout << perft(line, depth) << '\n';
    }
    return ExitCode::done;
}

}  // namespace ign::app
