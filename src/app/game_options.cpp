#include "game_options.hpp"

#include <charconv>

#include "ign/chess/fen.hpp"

namespace ign::app {

void add_game_options(CommandLine& line, const char* default_numbering) {
    line.add()("fen", options::value<std::string>(),
               "start from this position (FEN, X-FEN, Shredder-FEN)")(
        "chess960", "Chess960: castling is written as the king taking its rook in UCI moves")(
        "numbering", options::value<std::string>()->default_value(default_numbering),
        "which moves count: pseudo-legal or legal");
}

chess::Position parse_start(const CommandLine& line) {
    if (!line.has("fen")) return chess::Position::standard();
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
