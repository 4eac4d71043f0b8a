#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// WTHOR, the format of the database of Othello games that the French federation publishes (.wtb),
/// with the names of players (.jou) and tournaments (.trn) in files of their own. Every file begins
/// with 16 bytes; numbers are little-endian:
///
///     0  century, year, month, day of the file, a byte each
///     4  records, 4 bytes (of a .wtb)             8  records, 2 bytes (of the others)
///    10  year of the games, 2 bytes              12  side of the board, 0 means 8
///    13  1: a file of solitaires, not of games   14  depth of the theoretical score
///
/// A game takes 68 bytes:
///
///     0  tournament, 2 bytes     2  player of Black, 2 bytes     4  player of White, 2 bytes
///     6  discs of Black at the end     7  the same under best play from a certain depth on
///     8  60 moves, a byte each: 10 · row + column, both from 1; passes are left out, 0 fills up
namespace ign::wthor {

inline constexpr std::size_t header_bytes = 16;
inline constexpr std::size_t record_bytes = 68;
inline constexpr std::size_t moves_in_record = 60;
inline constexpr std::size_t player_bytes = 20;      ///< of a name in a .jou
inline constexpr std::size_t tournament_bytes = 26;  ///< of a name in a .trn

/// The bytes that a file begins with.
struct Header {
    std::uint32_t records = 0;  ///< of a .wtb
    std::uint16_t year = 0;     ///< of the games
    std::uint8_t board = 0;
    std::uint8_t kind = 0;
};

/// `bytes` are at least header_bytes.
[[nodiscard]] Header read_header(std::string_view bytes);

/// Can a .wtb begin like this? What the bytes of a date can be is not what any text begins with.
[[nodiscard]] bool looks_like_header(std::string_view bytes);

/// Why this reader cannot read a file with this header; empty if it can.
[[nodiscard]] std::string describe_unsupported(const Header& header);

/// A game as it stands in the file; the numbers of players and tournament are places in the files
/// of names, from 0.
struct Record {
    std::uint16_t tournament = 0;
    std::uint16_t black = 0;
    std::uint16_t white = 0;
    std::uint8_t black_score = 0;
    std::uint8_t theoretical_score = 0;
    std::array<std::uint8_t, moves_in_record> moves{};
};

/// `bytes` are record_bytes.
[[nodiscard]] Record read_record(std::string_view bytes);
/// The inverse of read_record.
void append_record(const Record& record, std::string& out);

/// The name with this number in the bytes of a .jou or .trn, whose names take `name_bytes` each: up
/// to its zero byte, in whatever encoding it has (windows-1252 as published). Empty if there is
/// none.
[[nodiscard]] std::string_view find_name(std::string_view file, std::size_t name_bytes,
                                         std::uint16_t number);

}  // namespace ign::wthor
