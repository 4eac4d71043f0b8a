#include <iostream>
#include <iterator>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/san.hpp"
#include "ign/chess/uci.hpp"
#include "ign/codec/natural.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/pgn/writer.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Prints the moves of the game that a number stands for. The start position and the numbering "
    "are not in\n"
    "the number: give the same options as for encode, --game and --resign too.";

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
        throw UsageError("'" + text + "' is no " + (hexadecimal ? "hexadecimal " : "") + "number");
    }
    return *number;
}

// The moves of a number, and whether a resignation ends them.
struct Line {
    std::vector<chess::Move> moves;
    bool resigns = false;
};

Line unfold(chess::Position position, std::span<const std::byte> number, chess::Numbering numbering,
            game::Resignation resignation) {
    Line line;
    std::vector<chess::Move>& moves = line.moves;
    codec::Unfold digits;
    digits.start(number);
    while (!digits.done()) {
        std::string at = " at ply " + std::to_string(moves.size() + 1);
        std::uint32_t radix = chess::radix(position, numbering);
        if (resignation == game::Resignation::offered && chess::has_legal_move(position)) ++radix;
        if (radix == 0 || line.resigns)
            throw std::runtime_error("no game has this number: no move is possible" + at);
        std::uint32_t index = digits.next(radix);
        auto selected = chess::select(position, index, numbering);
        if (!selected) {
            line.resigns = true;
            continue;
        }
        chess::Move move = *selected;
        if (!chess::is_safe(position, move)) {
            throw std::runtime_error("no game has this number: illegal move" + at + ": " +
                                     chess::to_uci(position, move, chess::UciCastling::takes_rook));
        }
        moves.push_back(move);
        position.play(move);
    }
    return line;
}

void print_words(chess::Position position, const Line& line, Notation notation,
                 chess::UciCastling castling) {
    const char* separator = "";
    for (chess::Move move : line.moves) {
        std::cout << separator
                  << (notation == Notation::uci ? chess::to_uci(position, move, castling)
                                                : chess::to_san(position, move));
        position.play(move);
        separator = " ";
    }
    if (line.resigns) std::cout << separator << "resign";
    std::cout << '\n';
}

// Who resigns has lost; without a resignation the number tells no result.
std::string_view result_of(chess::Position position, const Line& game) {
    if (!game.resigns) return "*";
    for (chess::Move move : game.moves) position.play(move);
    return position.turn() == chess::Color::white ? "0-1" : "1-0";
}

void print_pgn(const CommandLine& line, chess::Position position, const Line& game) {
    std::string_view result = result_of(position, game);
    std::string tags;
    for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"}) {
        pgn::write_tag(name, name == std::string_view("Date") ? "????.??.??" : "?", tags);
        tags += '\n';
    }
    pgn::write_tag("Result", result, tags);
    tags += '\n';
    if (line.has("chess960")) tags += "[Variant \"Chess960\"]\n";
    if (line.has("fen")) {
        tags += "[SetUp \"1\"]\n";
        pgn::write_tag("FEN", line.get<std::string>("fen"), tags);
        tags += '\n';
    }
    std::cout << tags << '\n';
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
    line.add()("hex", "the number is hexadecimal")(
        "to", options::value<std::string>()->default_value("san"), "notation: san, uci or pgn");
    if (!line.parse(arguments)) return ExitCode::done;

    std::vector<std::string> words = line.words("number");
    if (words.empty()) {
        words.assign(std::istream_iterator<std::string>(std::cin), {});
    }
    if (words.size() != 1) throw UsageError("decode takes one number");
    std::vector<std::byte> number = parse_natural(words.front(), line.has("hex"));
    if (const auto* other = parse_other_game(line)) {
        auto moves = other->decode(number);
        if (!moves) throw std::runtime_error(moves.error());
        std::cout << *moves << '\n';
        return ExitCode::done;
    }
    Notation notation = parse_notation(line.get<std::string>("to"));
    chess::Position start = parse_start(line);
    Line game = unfold(start, number, parse_numbering(line.get<std::string>("numbering")),
                       parse_resignation(line));
    if (notation == Notation::pgn) {
        print_pgn(line, start, game);
        return ExitCode::done;
    }
    bool takes_rook = line.has("chess960") || chess::needs_chess960(start);
    print_words(start, game, notation,
                takes_rook ? chess::UciCastling::takes_rook : chess::UciCastling::king_step);
    return ExitCode::done;
}

}  // namespace ign::app
