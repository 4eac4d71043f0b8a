#include <iostream>

#include "command.hpp"
#include "encode_uci.hpp"
#include "game_options.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/single_game.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Prints the number of one game. The moves are given as arguments or on standard input, as PGN, "
    "SAN or\n"
    "UCI; which of them is told by itself. A FEN tag in PGN sets the start, unless --fen does. "
    "Other games\n"
    "than chess are named with --game. With --resign the last move may be 'resign'.";

constexpr const char* examples =
    "  ign encode f3 e5 g4 Qh4                          143395\n"
    "  ign encode --numbering legal 'e2e4 c7c5 g1f3'\n"
    "  ign encode < game.pgn\n"
    "  ign encode --resign f3 e5 g4 resign\n"
    "  ign encode --game othello 'f5 d6 c3 d3 c4'\n"
    "  ign encode --uci 'position startpos moves f2f3 e7e5 g2g4 d8h4'\n";

void print_number(const CommandLine& line, std::span<const std::byte> number) {
    std::cout << (line.has("hex") ? codec::to_hex(number) : codec::to_decimal(number)) << '\n';
}

}  // namespace

ExitCode run_encode(std::span<const std::string> arguments) {
    CommandLine line("encode [OPTIONS] [MOVES...]", about, examples);
    line.positional("moves");
    add_game_options(line, "pseudo-legal");
    line.add()("hex", "print the number in hexadecimal")(
        "uci",
        "lines of UCI, position commands or moves alone, in files or on standard input or as "
        "arguments; one number for each line");
    if (!line.parse(arguments)) return ExitCode::done;
    if (line.has("uci")) return encode_uci_lines(line);

    std::string text = words_or_stdin(line, "moves");
    if (const auto* other = parse_other_game(line)) {
        auto number = other->encode(text);
        if (!number) throw std::runtime_error(number.error());
        print_number(line, *number);
        return ExitCode::done;
    }
    auto number = convert::encode_game(text, parse_given_start(line), parse_scheme(line));
    if (!number) throw std::runtime_error(number.error());
    print_number(line, *number);
    return ExitCode::done;
}

}  // namespace ign::app
