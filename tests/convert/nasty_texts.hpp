#pragma once

#include <string>
#include <vector>

namespace ign::convert::test {

struct NastyText {
    std::string name;
    std::string text;
};

/// Small texts in which it is hard to say where a game begins.
std::vector<NastyText> nasty_texts();

/// Games in the layout of the Lichess dumps, each a little different: with clocks, and every third
/// with evaluations and glyphs.
std::string dump_games(std::size_t count);

}  // namespace ign::convert::test
