#include "game_options.hpp"

#include <charconv>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "ign/chess/fen.hpp"

namespace ign::app {

void add_game_options(CommandLine& line, const char* default_numbering) {
    line.add()("fen", text("FEN"), "start from this position (X-FEN and Shredder-FEN too)")(
        "chess960", "Chess960: castling is written as the king taking its rook in UCI moves")(
        "numbering", text("RULE")->default_value(default_numbering),
        "which moves count: pseudo-legal or legal")("game", text("GAME")->default_value("chess"),
                                                    "chess, connect-four, othello or tic-tac-toe")(
        "resign", "the resign option: in every position resigning is one move more, the last");
}

game::Resignation parse_resignation(const CommandLine& line) {
    return line.has("resign") ? game::Resignation::offered : game::Resignation::none;
}

convert::NumberingScheme parse_scheme(const CommandLine& line) {
    return {parse_numbering(line.get<std::string>("numbering")), parse_resignation(line)};
}

const game::CatalogueEntry* parse_other_game(const CommandLine& line) {
    const auto& name = line.get<std::string>("game");
    if (name == "chess") return nullptr;
    const auto* entry = game::find_game(name, parse_resignation(line));
    if (entry == nullptr) {
        std::string known = "chess";
        for (const auto& game : game::catalogue(game::Resignation::none)) {
            known += ", " + std::string(game.name);
        }
        throw UsageError("--game is one of " + known + ", not '" + name + "'");
    }
    for (const char* option : {"fen", "chess960", "numbering", "to"}) {
        if (line.is_given(option)) {
            throw UsageError("--" + std::string(option) + " is for chess, not for " + name);
        }
    }
    return entry;
}

std::string words_or_stdin(const CommandLine& line, const char* name) {
    std::string text;
    std::vector<std::string> words = line.words(name);
    if (words == std::vector<std::string>{"-"}) words.clear();
    std::error_code ignored;
    if (words.size() == 1 && std::filesystem::path(words[0]).has_extension() &&
        std::filesystem::is_regular_file(words[0], ignored)) {
        throw UsageError(words[0] + " is a file; give it on standard input: < " + words[0]);
    }
    for (const std::string& word : words) text += word + ' ';
    if (text.empty()) text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return text;
}

chess::Position parse_start(const CommandLine& line) {
    return parse_given_start(line).value_or(chess::Position::standard());
}

std::optional<chess::Position> parse_given_start(const CommandLine& line) {
    if (!line.has("fen")) return std::nullopt;
    auto position = chess::parse_fen(line.get<std::string>("fen"));
    if (!position) {
        throw UsageError("--fen '" + line.get<std::string>("fen") +
                         "': " + std::string(chess::to_text(position.error())));
    }
    return *position;
}

std::uint64_t parse_count(const char* what, const std::string& text, std::uint64_t most) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    auto [rest, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc() || rest != end || value > most) {
        throw UsageError(std::string(what) + " is a number from 0 to " + std::to_string(most) +
                         ", not '" + text + "'");
    }
    return value;
}

}  // namespace ign::app
