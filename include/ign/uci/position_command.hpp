#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"

/// The Universal Chess Interface: how a chess program with a board (the GUI) and an engine talk, a
/// line at a time. Source: the protocol's description by Stefan Meyer-Kahlen, April 2006.
namespace ign::uci {

/// The words of a line; any white space lies between them.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

/// Is the word written as UCI writes a move, `e2e4` or `e7e8q`, possible or not?
[[nodiscard]] bool has_move_form(std::string_view word);

/// A game so far: where it started, the legal moves played, and where they lead.
struct PlayedGame {
    chess::Position start;
    std::vector<chess::Move> moves;
    chess::Position end;
};

/// Plays moves in UCI's notation, castling written in either way (`e1g1`, or `e1h1` as Chess960 has
/// it). The fault says what is wrong, at which ply, and with which word; `0000`, the null move, is
/// none that a game can have.
[[nodiscard]] Result<PlayedGame, std::string> play_moves(const chess::Position& start,
                                                         std::string_view moves);

/// What follows the word `position`: `startpos` or `fen` and a FEN (see chess::parse_fen), and then
/// perhaps `moves` and moves.
[[nodiscard]] Result<PlayedGame, std::string> read_position(std::string_view arguments);

}  // namespace ign::uci
