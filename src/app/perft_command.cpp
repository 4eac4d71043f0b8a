#include <iostream>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/perft.hpp"

namespace ign::app {

ExitCode run_perft(std::span<const std::string> arguments) {
    CommandLine line(
        "perft [OPTIONS] DEPTH",
        "Counts the sequences of DEPTH legal moves from a position (with --numbering pseudo-legal\n"
        "the last move may be pseudo-legal): the usual proof of a move generator.",
        "  ign perft 5                                      4865609\n"
        "  ign perft --chess960 --fen 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf "
        "- 2 9' 4\n");
    line.positional("depth");
    add_game_options(line, "legal");
    if (!line.parse(arguments)) return ExitCode::done;
    std::vector<std::string> words = line.words("depth");
    if (words.size() != 1) throw UsageError("perft takes one DEPTH");
    constexpr std::uint64_t deepest = 20;
    std::uint64_t depth = parse_count("DEPTH", words.front(), deepest);
    chess::Position start = parse_start(line);
    chess::Numbering numbering = parse_numbering(line.get<std::string>("numbering"));
    std::cout << chess::perft(start, static_cast<int>(depth), numbering) << '\n';
    return ExitCode::done;
}

}  // namespace ign::app
