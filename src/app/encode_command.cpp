#include <iostream>

#include "command.hpp"
#include "game_options.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/san.hpp"
#include "ign/chess/uci.hpp"
#include "ign/codec/fold.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/convert/tag_fields.hpp"
#include "ign/pgn/tokenizer.hpp"

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
    "  ign encode --game othello 'f5 d6 c3 d3 c4'\n";

constexpr std::string_view resign_word = "resign";

struct GameText {
    std::vector<std::string_view> moves;
    std::string_view fen;
    std::string_view variant;
};

// The moves of the main line of the one game that the text holds.
GameText read_game(const std::string& text) {
    GameText game;
    pgn::Tokenizer tokens(text.data(), text.data() + text.size(), pgn::TextEnd::at_eof);
    for (pgn::Token token = tokens.next(); token.kind != pgn::TokenKind::end;
         token = tokens.next()) {
        switch (token.kind) {
            case pgn::TokenKind::tag: {
                pgn::TagPair tag = pgn::read_tag(token);
                if (tag.name == "FEN") game.fen = tag.value;
                if (tag.name == "Variant") game.variant = tag.value;
                break;
            }
            case pgn::TokenKind::move:
                game.moves.push_back(token.text());
                break;
            case pgn::TokenKind::variation_open:
                tokens.skip_variation();
                break;
            case pgn::TokenKind::junk:
            case pgn::TokenKind::prose:
                throw std::runtime_error("no move: " + std::string(token.text()));
            default:
                break;
        }
    }
    if (tokens.problem() != pgn::Problem::none) {
        throw std::runtime_error(std::string(describe(tokens.problem())));
    }
    // Behind a result of the game's own stands the one that was added.
    const char* end = text.data() + text.size();
    std::string_view after(tokens.game_end(), static_cast<std::size_t>(end - tokens.game_end()));
    if (after.find_first_not_of(" *\r\n") != std::string_view::npos) {
        throw std::runtime_error("there is text after the first game; encode takes one game");
    }
    return game;
}

// The move that a word means, in either notation: `e2e4` and `e7e8q` are UCI, and in Chess960
// `e1h1` is too.
chess::Move resolve_move(const chess::Position& position, std::string_view word, std::size_t ply) {
    if (auto move = chess::parse_uci(position, word)) return *move;
    chess::SanToken san;
    chess::Move move;
    const char* end = word.data() + word.size();
    chess::SanStatus status = chess::SanStatus::malformed;
    if (chess::scan_san(word.data(), end, san) == end) status = chess::resolve(position, san, move);
    if (status != chess::SanStatus::ok) {
        throw std::runtime_error(std::string(chess::to_text(status)) + " at ply " +
                                 std::to_string(ply) + ": " + std::string(word));
    }
    return move;
}

chess::Position start_of(const CommandLine& line, const GameText& game) {
    if (line.has("fen") || game.fen.empty()) return parse_start(line);
    auto position = chess::parse_fen(game.fen);
    if (!position) {
        throw std::runtime_error("bad FEN tag: " + std::string(chess::to_text(position.error())));
    }
    return *position;
}

// Takes the word `resign` off the end of the moves, where a result may follow it.
bool take_resignation(std::string& text) {
    std::size_t end = text.find_last_not_of(" \t\r\n");
    std::size_t result = end == std::string::npos ? end : text.find_last_of(" \t\r\n", end);
    if (result != std::string::npos && convert::is_result(text.substr(result + 1, end - result))) {
        end = text.find_last_not_of(" \t\r\n", result);
    }
    if (end == std::string::npos) return false;
    std::size_t begin = text.find_last_of(" \t\r\n", end);
    begin = begin == std::string::npos ? 0 : begin + 1;
    if (text.substr(begin, end + 1 - begin) != resign_word) return false;
    text.erase(begin, resign_word.size());
    return true;
}

void print_number(const CommandLine& line, std::span<const std::byte> number) {
    std::cout << (line.has("hex") ? codec::to_hex(number) : codec::to_decimal(number)) << '\n';
}

}  // namespace

ExitCode run_encode(std::span<const std::string> arguments) {
    CommandLine line("encode [OPTIONS] [MOVES...]", about, examples);
    line.positional("moves");
    add_game_options(line, "pseudo-legal");
    line.add()("hex", "print the number in hexadecimal");
    if (!line.parse(arguments)) return ExitCode::done;

    std::string text = words_or_stdin(line, "moves");
    if (const auto* other = parse_other_game(line)) {
        auto number = other->encode(text);
        if (!number) throw std::runtime_error(number.error());
        print_number(line, *number);
        return ExitCode::done;
    }
    bool resigns = line.has("resign") && take_resignation(text);
    GameText game;
    if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
        // The result makes a game even of a single move, which alone might be prose.
        text += " *";
        game = read_game(text);
    }
    if (convert::parse_variant(game.variant) == convert::Ruleset::unsupported) {
        throw std::runtime_error("unsupported variant: " + std::string(game.variant));
    }
    chess::Position position = start_of(line, game);
    chess::Numbering numbering = parse_numbering(line.get<std::string>("numbering"));
    codec::Fold fold;
    for (std::string_view word : game.moves) {
        chess::Move move = resolve_move(position, word, fold.size() + 1);
        fold.push(chess::ordinal(position, move, numbering));
        position.play(move);
    }
    if (line.has("resign")) fold.raise_radices();
    if (resigns) {
        if (!chess::has_legal_move(position)) {
            throw std::runtime_error("illegal move at ply " + std::to_string(fold.size() + 1) +
                                     ": resign (the game is over)");
        }
        std::uint32_t last = chess::radix(position, numbering) + 1;
        fold.push({last, last});
    }
    print_number(line, fold.finish());
    return ExitCode::done;
}

}  // namespace ign::app
