#include <algorithm>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/epd.hpp"
#include "ign/chess/start_number.hpp"
#include "ign/chess/validity.hpp"
#include "line_answers.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Reads positions as FEN, X-FEN, Shredder-FEN or EPD, one a line, and writes each in one form: "
    "all "
    "six\n"
    "fields, castling rights only with king and rook in place, an en passant square only where a "
    "capture on it\n"
    "is legal. An argument is a file, `-` for standard input (which is read without arguments), or "
    "a "
    "position\n"
    "itself. A line that is no position gives an empty line, and its number and what is wrong go "
    "to "
    "stderr; the\n"
    "exit code is then 1. Empty lines stay empty.";

constexpr const char* examples =
    "  ign fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3'\n"
    "  ign fen --to shredder positions.fen\n"
    "  ign fen --to epd suite.epd\n"
    "  ign fen --start 518\n"
    "  ign fen --start 0 --to shredder | ign fen --to start\n";

enum class Form : std::uint8_t { fen, x_fen, shredder, epd, start };

Form parse_form(const std::string& name) {
    if (name == "fen") return Form::fen;
    if (name == "xfen") return Form::x_fen;
    if (name == "shredder") return Form::shredder;
    if (name == "epd") return Form::epd;
    if (name == "start") return Form::start;
    throw UsageError("--to is fen, xfen, shredder, epd or start, not '" + name + "'");
}

// What a position is in the form asked for, or why it has none there.
LineAnswer write_position(const chess::Epd& epd, Form form) {
    const chess::Position& position = epd.position;
    switch (form) {
        case Form::fen:
            if (chess::needs_file_letters(position)) {
                return fail(
                    std::string("plain FEN cannot say that an inner rook may castle; use "
                                "--to xfen or --to shredder"));
            }
            return chess::to_fen(position);
        case Form::x_fen:
            return chess::to_fen(position);
        case Form::shredder:
            return chess::to_fen(position, chess::FenStyle::shredder);
        case Form::epd:
            return chess::to_epd(epd);
        case Form::start:
            break;
    }
    auto number = chess::start_number(position);
    if (!number) return fail(std::string("this is none of the 960 start positions"));
    return std::to_string(*number);
}

// Texts from web pages and word processors have no-break spaces (U+00A0) for plain ones.
std::string with_plain_spaces(std::string_view line) {
    constexpr std::string_view no_break_space = "\xC2\xA0";
    std::string plain(line);
    for (std::size_t at = plain.find(no_break_space); at != std::string::npos;
         at = plain.find(no_break_space, at)) {
        plain.erase(at, 1);
        plain[at] = ' ';
    }
    return plain;
}

LineAnswer rewrite(std::string_view line, Form form) {
    auto epd = chess::parse_epd(with_plain_spaces(line));
    if (!epd) return fail(epd.error().reason);
    if (auto fault = chess::find_fault(epd->position)) {
        return fail(std::string(chess::to_text(*fault)));
    }
    return write_position(*epd, form);
}

// What begins like a board is a position, a spoilt one perhaps, and no file.
bool is_position(std::string_view argument) {
    std::string_view board = chess::next_fen_field(argument);
    return board.find('/') != std::string_view::npos &&
           board.find_first_not_of("pnbrqkPNBRQK012345678/") == std::string_view::npos;
}

}  // namespace

ExitCode run_fen(std::span<const std::string> arguments) {
    CommandLine line("fen [OPTIONS] [FILE|FEN...]", about, examples);
    line.positional("input");
    line.add()("to", text("FORM")->default_value("xfen"),
               "what to write: fen (KQkq only), xfen (a file letter for an inner rook), shredder "
               "(file letters), epd (with its operations), start (the number of a Chess960 start "
               "position)")("start", text("N"),
                            "write the start position of this number, 0 to 959; the standard one "
                            "is 518");
    if (!line.parse(arguments)) return ExitCode::done;
    Form form = parse_form(line.get<std::string>("to"));
    std::vector<std::string> inputs = line.words("input");
    if (line.has("start")) {
        if (!inputs.empty()) throw UsageError("--start takes no input beside it");
        std::uint64_t number =
            parse_count("--start", line.get<std::string>("start"), chess::start_count - 1);
        inputs.push_back(chess::to_fen(chess::start_position(static_cast<int>(number))));
    }
    return answer_lines(
        inputs, {[form](std::string_view text) { return rewrite(text, form); }, is_position});
}

}  // namespace ign::app
