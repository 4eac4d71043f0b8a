#include <iostream>
#include <string>

#include "command.hpp"
#include "ign/uci/replay_engine.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Plays the moves of one game, given as its number, as an engine that speaks UCI on standard\n"
    "input and output, so that a chess program can replay it. The game is set with the option "
    "IGN.\n"
    "It starts from the standard position or else where the program's position starts, if the\n"
    "option Start (a FEN, or startpos) does not say where; what the number counts is told by\n"
    "Numbering and Resign. In a position that is not one of the game, and at its end, the answer\n"
    "is 'bestmove 0000' and an info string that says why.";

constexpr const char* examples =
    "  ign uci\n"
    "  printf 'setoption name IGN value 143395\\nposition startpos\\ngo\\n' | ign uci\n";

}  // namespace

ExitCode run_uci(std::span<const std::string> arguments) {
    CommandLine line("uci", about, examples);
    if (!line.parse(arguments)) return ExitCode::done;
    uci::ReplayEngine engine("ign " IGN_VERSION, [](std::string_view text) {
        std::cout << text << '\n' << std::flush;
    });
    for (std::string text; std::getline(std::cin, text);) {
        if (engine.follow(text) == uci::ReplayEngine::Next::quit) break;
    }
    return ExitCode::done;
}

}  // namespace ign::app
