#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"
#include "ign/codec/digit.hpp"
#include "ign/codec/multiple_test.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/convert/numbering_scheme.hpp"

/// Lines of moves, and which games begin with one.
namespace ign::search {

/// Legal moves from a position; none is a line too.
struct Line {
    chess::Position start = chess::Position::standard();
    std::vector<chess::Move> moves;
};

/// Why a text is no line, and where.
struct LineError {
    std::string what;
    std::size_t offset;  ///< in bytes, where the word begins that is wrong
};

/// How castling may be written in UCI: as the king's own step (`e1g1`) or as the king taking its
/// rook (`e1h1`), or only as the latter, as Chess960 has it.
enum class CastlingWords : std::uint8_t { either, takes_rook };

/// Reads moves in SAN, UCI or as PGN (`1. e4 c5 2. Nf3`), also mixed. Comments, variations, tags
/// and results are no part of a line.
[[nodiscard]] Result<Line, LineError> parse_line(std::string_view text,
                                                 const chess::Position& start,
                                                 CastlingWords castling = CastlingWords::either);

/// Does the text look like a line, whether or not its moves are possible? So it is told from the
/// name of a file.
[[nodiscard]] bool looks_like_line(std::string_view text);

/// SAN with move numbers: `1. e4 c5 2. Nf3`.
[[nodiscard]] std::string to_text(const Line& line);

/// Of a line from the standard position: the number of its first 8 half-moves (of all, if fewer)
/// and the product of their radices. The games that begin with these are those with
/// ign8 >= value and ign8 mod product = value mod product.
struct ShortPrefix {
    std::int64_t value = 0;
    std::int64_t product = 1;
    codec::MultipleTest is_multiple{1};  ///< of the product
};

/// What the numbers of the games that begin with a line have in common, in one numbering scheme:
/// their first digits.
struct LinePrefix {
    std::vector<codec::Digit> digits;
    ShortPrefix first8;
};

/// `start` need not be the line's own: a game from a FEN with an en passant square that nobody can
/// legally use is the same game, but has other numbers.
[[nodiscard]] LinePrefix prefix_of(const chess::Position& start, std::span<const chess::Move> moves,
                                   convert::NumberingScheme numbering);

/// Does the game whose first 8 half-moves have the number `ign8` begin with the line, or with the
/// line's first 8 half-moves if it is longer?
[[nodiscard]] inline bool may_begin_with(std::int64_t ign8, const ShortPrefix& prefix) {
    std::uint64_t rest =
        static_cast<std::uint64_t>(ign8) - static_cast<std::uint64_t>(prefix.value);
    bool is_below = ign8 < prefix.value;
    return !is_below & prefix.is_multiple(rest);  // no branch: games come in any order
}

/// Does the game with this number (little-endian bytes) begin with the line? The digits are
/// compared one after another, which is x >= v and x mod P = v mod P for a line of any length.
/// `unfold` is scratch space.
[[nodiscard]] bool begins_with(std::span<const std::byte> number, const LinePrefix& prefix,
                               codec::Unfold& unfold);

}  // namespace ign::search
