#pragma once

#include <cstddef>
#include <memory>

#include "ign/chess/ordinal.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/game/resignation.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {

/// Reads one game after another: tokens, replay with every move's legality checked, the digits of
/// the number, clocks and evaluations. Joins what pgn knows of text and what chess knows of moves.
class GameReader {
  public:
    virtual ~GameReader() = default;

    /// Reads the game whose span begins at `begin`. If the state is `complete`, `game` is filled
    /// and points into the text; otherwise it is not to be used. A game that cannot be replayed is
    /// complete too, with a reason. `padding` bytes behind `end` may be read: without
    /// some, games near the end of the text are read by the slower path.
    virtual pgn::GameEnd read(const char* begin, const char* end, pgn::TextEnd text_end,
                              std::size_t padding, GameRecord& game) = 0;

    pgn::GameEnd read(const char* begin, const char* end, pgn::TextEnd text_end, GameRecord& game) {
        return read(begin, end, text_end, 0, game);
    }
};

/// The reader for the machine it runs on. With the resign option every radix is one more, and a
/// game whose result is a win though its end is no mate (nor any other end of the game) has the
/// resignation as its last digit; it is no half-move, so it has no clock and no evaluation.
std::unique_ptr<GameReader> make_game_reader(
    chess::Numbering numbering, game::Resignation resignation = game::Resignation::none);

}  // namespace ign::convert
