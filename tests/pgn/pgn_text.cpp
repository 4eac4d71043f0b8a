#include "pgn_text.hpp"

#include <array>
#include <fstream>
#include <iterator>

namespace ign::pgn::test {

namespace {

constexpr std::array<std::string_view, 15> kind_names = {
    "tag",  "move",  "number", "nag",         "glyph", "comment", "line", "escape",
    "open", "close", "result", "stray_close", "prose", "junk",    "end"};

}  // namespace

std::vector<Game> read_games(std::string_view text) {
    std::vector<Game> games;
    const char* end = text.data() + text.size();
    for (const char* begin = text.data(); begin != end;) {
        Tokenizer tokenizer(begin, end, TextEnd::at_eof);
        Game game{};
        for (Token token = tokenizer.next(); token.kind != TokenKind::end;) {
            const std::string words(token.text());
            game.kinds.push_back(std::string(kind_names[static_cast<std::size_t>(token.kind)]) +
                                 ":" + words);
            if (token.kind == TokenKind::move) game.moves.push_back(words);
            if (token.kind == TokenKind::junk) game.junk.push_back(words);
            if (token.kind == TokenKind::tag) game.tags.push_back(read_tag(token));
            if (token.kind == TokenKind::result) game.result = words;
            token = token.kind == TokenKind::variation_open ? tokenizer.skip_variation()
                                                            : tokenizer.next();
        }
        game.text.assign(begin, tokenizer.game_end());
        game.state = tokenizer.state();
        game.problem = tokenizer.problem();
        begin = tokenizer.game_end();
        games.push_back(std::move(game));
    }
    return games;
}

std::string moves_of(std::string_view text) {
    const std::vector<Game> games = read_games(text);
    if (games.size() != 1) return std::to_string(games.size()) + " spans";
    std::string moves;
    for (const std::string& move : games[0].moves) moves += (moves.empty() ? "" : " ") + move;
    for (const std::string& junk : games[0].junk) moves += " junk:" + junk;
    return moves;
}

std::size_t count_games(std::string_view text) {
    std::size_t count = 0;
    for (const Game& game : read_games(text)) count += game.state == GameEnd::complete ? 1 : 0;
    return count;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace ign::pgn::test
