#include <iostream>
#include <sstream>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/san.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/single_game.hpp"
#include "ign/pgn/writer.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Prints the moves of the game that a number stands for. The start position and the numbering "
    "are not in\n"
    "the number: give the same options as for encode, --game and --resign too. Without NUMBER, or "
    "for `-`,\n"
    "it is read from standard input.";

constexpr const char* examples =
    "  ign decode 143395                                f3 e5 g4 Qh4#\n"
    "  ign decode --hex --to uci 23023\n"
    "  ign decode --to pgn 143395 > game.pgn\n"
    "  ign decode --game othello 6213\n";

enum class Notation : std::uint8_t { san, uci, pgn };

Notation parse_notation(const std::string& name) {
    if (name == "san") return Notation::san;
    if (name == "uci") return Notation::uci;
    if (name == "pgn") return Notation::pgn;
    throw UsageError("--to is san, uci or pgn, not '" + name + "'");
}

std::vector<std::byte> parse_natural(const std::string& text, bool hexadecimal) {
    auto number = hexadecimal ? codec::from_hex(text) : codec::from_decimal(text);
    if (!number) {
        throw UsageError(
            "'" + text + "' is no " +
            (hexadecimal ? "hexadecimal number" : "number; --hex takes hexadecimal ones"));
    }
    return *number;
}

// Who resigns has lost; without a resignation the number tells no result.
std::string_view result_of(const convert::DecodedGame& game) {
    if (!game.resigns) return "*";
    chess::Position position = game.start;
    for (chess::Move move : game.moves) position.play(move);
    return position.turn() == chess::Color::white ? "0-1" : "1-0";
}

void print_pgn(const CommandLine& line, const convert::DecodedGame& game) {
    std::string_view result = result_of(game);
    std::string tags;
    for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"}) {
        pgn::write_tag(name, name == std::string_view("Date") ? "????.??.??" : "?", tags);
        tags += '\n';
    }
    pgn::write_tag("Result", result, tags);
    tags += '\n';
    bool is_chess960 = line.has("chess960") || chess::needs_chess960(game.start);
    if (is_chess960) tags += "[Variant \"Chess960\"]\n";
    if (line.has("fen")) {
        tags += "[SetUp \"1\"]\n";
        pgn::write_tag("FEN", line.get<std::string>("fen"), tags);
        tags += '\n';
    }
    std::cout << tags << '\n';
    chess::Position position = game.start;
    bool first = true;
    for (chess::Move move : game.moves) {
        bool white = position.turn() == chess::Color::white;
        if (white || first) std::cout << position.fullmove_number() << (white ? ". " : "... ");
        std::cout << chess::to_san(position, move) << ' ';
        position.play(move);
        first = false;
    }
    std::cout << result << "\n\n";
}

}  // namespace

ExitCode run_decode(std::span<const std::string> arguments) {
    CommandLine line("decode [OPTIONS] NUMBER", about, examples);
    line.positional("number");
    add_game_options(line, "pseudo-legal");
    line.add()("hex", "the number is hexadecimal")("to", text("NOTATION")->default_value("san"),
                                                   "san, uci or pgn");
    if (!line.parse(arguments)) return ExitCode::done;

    std::istringstream words(words_or_stdin(line, "number"));
    std::string word;
    std::string more;
    if (!(words >> word) || words >> more) throw UsageError("decode takes one number");
    std::vector<std::byte> number = parse_natural(word, line.has("hex"));
    if (const auto* other = parse_other_game(line)) {
        auto moves = other->decode(number);
        if (!moves) throw std::runtime_error(moves.error());
        std::cout << *moves << '\n';
        return ExitCode::done;
    }
    Notation notation = parse_notation(line.get<std::string>("to"));
    chess::Position start = parse_start(line);
    auto game = convert::decode_game(number, start, parse_scheme(line));
    if (!game) throw std::runtime_error(game.error());
    if (notation == Notation::pgn) {
        print_pgn(line, *game);
        return ExitCode::done;
    }
    using convert::MoveWords;
    MoveWords uci = line.has("chess960") ? MoveWords::uci_takes_rook : MoveWords::uci;
    std::cout << convert::write_words(*game, notation == Notation::uci ? uci : MoveWords::san)
              << '\n';
    return ExitCode::done;
}

}  // namespace ign::app
