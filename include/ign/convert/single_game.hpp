#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"
#include "ign/chess/types.hpp"
#include "ign/codec/fold.hpp"
#include "ign/convert/numbering_scheme.hpp"

/// One game of chess as people write it, to its number and back: what the commands encode and
/// decode and the C interface do. Errors are texts ready to be shown.
namespace ign::convert {

/// The word that stands for the resignation, after the last move.
inline constexpr std::string_view resign_word = "resign";

/// Ends a game with the resignation of the side to move: the digit behind all moves of `position`.
/// Pushes nothing and is false if the game is over there. The radices of the digits before must
/// have been raised (Fold::raise_radices).
[[nodiscard]] bool push_resignation(const chess::Position& position, chess::Numbering numbering,
                                    codec::Fold& fold);

/// The number, little-endian without leading zero bytes, of the one game in `text`: PGN, or moves
/// in SAN or UCI, told move by move. The game starts from `start` if there is one, else from the
/// FEN tag, else from the standard position. With the resign option the last move may be `resign`.
[[nodiscard]] Result<std::vector<std::byte>, std::string> encode_game(
    std::string_view text, const std::optional<chess::Position>& start, NumberingScheme numbering);

/// The game of a number.
struct DecodedGame {
    chess::Position start;
    std::vector<chess::Move> moves;
    bool resigns = false;  ///< a resignation of the side to move ends it
};

/// The inverse of encode_game, for a number made from the same start with the same numbering. An
/// error names the ply, from 1, at which no game goes on like that.
[[nodiscard]] Result<DecodedGame, std::string> decode_game(std::span<const std::byte> number,
                                                           const chess::Position& start,
                                                           NumberingScheme numbering);

/// How moves are spelled.
enum class MoveWords : std::uint8_t {
    san,
    uci,             ///< castling as the king's step, where that tells it from the king's own moves
    uci_takes_rook,  ///< castling as the king taking its rook, as Chess960 writes it
};

/// The moves, and `resign`, separated by blanks.
[[nodiscard]] std::string write_words(const DecodedGame& game, MoveWords words);

}  // namespace ign::convert
