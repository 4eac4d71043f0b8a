#pragma once

#include <cstdint>
#include <string>

#include "command.hpp"
#include "ign/chess/position.hpp"

namespace ign::app {

/// The options that encode, decode and perft share: --fen, --chess960, --numbering.
void add_game_options(CommandLine& line, const char* default_numbering);

/// The start position they name; throws UsageError for a bad FEN.
chess::Position parse_start(const CommandLine& line);

/// A whole number up to `most`; throws UsageError naming `what`.
std::uint64_t parse_count(const char* what, const std::string& text, std::uint64_t most);

}  // namespace ign::app
