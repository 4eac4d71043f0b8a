#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ign/pgn/tokenizer.hpp"

/// Short forms for tests of small texts.
namespace ign::pgn::test {

struct Game {
    std::string text;
    std::vector<std::string> moves;  // depth 0 only
    std::vector<std::string> junk;   // depth 0 only
    std::vector<std::string> kinds;  // "kind:text" of every token, variations skipped
    std::vector<TagPair> tags;       // views into the text given
    std::string result;
    GameEnd state;
    Problem problem;
};

std::vector<Game> read_games(std::string_view text);

/// The moves of the only game of `text`, parted by blanks.
std::string moves_of(std::string_view text);

/// Those of read_games that hold a game.
std::size_t count_games(std::string_view text);

std::string read_file(const std::string& path);

}  // namespace ign::pgn::test
