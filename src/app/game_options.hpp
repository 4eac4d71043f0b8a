#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "command.hpp"
#include "ign/chess/position.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/game/catalogue.hpp"

namespace ign::app {

/// The options that encode, decode and perft share: --game, --resign, --fen, --chess960,
/// --numbering.
void add_game_options(CommandLine& line, const char* default_numbering);

/// The start position they name; throws UsageError for a bad FEN.
chess::Position parse_start(const CommandLine& line);
/// The same, nothing without --fen.
std::optional<chess::Position> parse_given_start(const CommandLine& line);

/// The option --resign.
game::Resignation parse_resignation(const CommandLine& line);

/// --numbering and --resign together.
convert::NumberingScheme parse_scheme(const CommandLine& line);

/// The game that --game names, nullptr for chess; throws UsageError for an unknown one, and for
/// options that are about chess beside another game.
const game::CatalogueEntry* parse_other_game(const CommandLine& line);

/// The words of an option that takes all other arguments, or all of standard input without any or
/// if the only one is "-". Throws UsageError if that is the name of a file.
std::string words_or_stdin(const CommandLine& line, const char* name);

/// A whole number up to `most`; throws UsageError naming `what`.
std::uint64_t parse_count(const char* what, const std::string& text, std::uint64_t most);

}  // namespace ign::app
