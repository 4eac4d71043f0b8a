#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "ign/base/ascii.hpp"

/// What single bytes and short sequences mean in PGN text. Inside the module only.
namespace ign::pgn {

/// What a byte does at the start of a token among the moves.
enum class ByteClass : std::uint8_t {
    white,
    digit,
    dot,
    move_letter,   // may start a move: pieces, files, castling, the captures "xd6"
    other_letter,  // starts a word that cannot be a move
    mark,          // ! ?
    dash,          // - + = / # ~ : null moves and judgements such as +-
    dollar,
    open_brace,
    close_brace,
    open_paren,
    close_paren,
    open_bracket,
    close_bracket,
    semicolon,
    percent,
    star,
    high,  // 0x80 and up
    junk
};

namespace detail {

constexpr bool contains(std::string_view set, int byte) {
    return set.find(static_cast<char>(byte)) != std::string_view::npos;
}

constexpr ByteClass classify(int byte) {
    if (byte <= 0x20 || byte == 0x7F) return ByteClass::white;
    if (byte >= 0x80) return ByteClass::high;
    if (byte >= '0' && byte <= '9') return ByteClass::digit;
    if (contains("KQRBNPabcdefghOoZxknqrp", byte)) return ByteClass::move_letter;
    if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) {
        return ByteClass::other_letter;
    }
    if (contains("!?", byte)) return ByteClass::mark;
    if (contains("-+=/#~", byte)) return ByteClass::dash;
    switch (byte) {
        case '.':
            return ByteClass::dot;
        case '$':
            return ByteClass::dollar;
        case '{':
            return ByteClass::open_brace;
        case '}':
            return ByteClass::close_brace;
        case '(':
            return ByteClass::open_paren;
        case ')':
            return ByteClass::close_paren;
        case '[':
            return ByteClass::open_bracket;
        case ']':
            return ByteClass::close_bracket;
        case ';':
            return ByteClass::semicolon;
        case '%':
            return ByteClass::percent;
        case '*':
            return ByteClass::star;
        default:
            return ByteClass::junk;
    }
}

/// Bits of the second table: sets of bytes that runs are made of.
inline constexpr std::uint8_t word_bit = 1;        // goes on in a move or word
inline constexpr std::uint8_t check_bit = 2;       // + #
inline constexpr std::uint8_t value_stop_bit = 4;  // " \ LF CR: what a tag value is scanned for
inline constexpr std::uint8_t name_bit = 8;        // goes on in a tag name
inline constexpr std::uint8_t move_only_bit = 16;  // may stand in a move in some notation
inline constexpr std::uint8_t nesting_bit = 32;    // matters when a variation is passed over

constexpr std::uint8_t bits_of(int byte) {
    const ByteClass byte_class = classify(byte);
    const bool alphanumeric = byte_class == ByteClass::digit ||
                              byte_class == ByteClass::move_letter ||
                              byte_class == ByteClass::other_letter;
    std::uint8_t bits = 0;
    if (alphanumeric || contains("-=:@/_", byte)) bits |= word_bit;
    if (contains("+#", byte)) bits |= check_bit;
    if (contains("\"\\\n\r", byte)) bits |= value_stop_bit;
    if (alphanumeric || contains("_+#=:-.", byte)) bits |= name_bit;
    if (contains("KQRBNPabcdefgh012345678xXOoZ-=:@+#", byte)) bits |= move_only_bit;
    if (contains("(){};%[", byte)) bits |= nesting_bit;
    return bits;
}

template <class Entry, class Function>
constexpr std::array<Entry, 256> table_of(Function function) {
    std::array<Entry, 256> table{};
    for (int byte = 0; byte < 256; ++byte) table[static_cast<std::size_t>(byte)] = function(byte);
    return table;
}

inline constexpr auto class_table = table_of<ByteClass>(classify);
inline constexpr auto bit_table = table_of<std::uint8_t>(bits_of);

}  // namespace detail

inline ByteClass class_of(char byte) {
    return detail::class_table[static_cast<unsigned char>(byte)];
}

inline bool has(char byte, std::uint8_t bit) {
    return (detail::bit_table[static_cast<unsigned char>(byte)] & bit) != 0;
}

inline bool is_white(char byte) { return class_of(byte) == ByteClass::white; }
inline bool is_line_break(char byte) { return byte == '\n' || byte == '\r'; }
inline bool is_letter(char byte) {
    return class_of(byte) == ByteClass::move_letter || class_of(byte) == ByteClass::other_letter;
}

inline const char* skip_white(const char* position, const char* end) {
    while (position != end && is_white(*position)) ++position;
    return position;
}

inline const char* skip_while(const char* position, const char* end, std::uint8_t bit) {
    while (position != end && has(*position, bit)) ++position;
    return position;
}

inline const char* skip_until(const char* position, const char* end, std::uint8_t bit) {
    while (position != end && !has(*position, bit)) ++position;
    return position;
}

inline const char* skip_digits(const char* position, const char* end) {
    while (position != end && is_digit(*position)) ++position;
    return position;
}

/// Two castling letters with a hyphen, in any of their spellings, also mixed (`0-O`).
inline bool starts_castling(const char* position, const char* end) {
    const auto is_letter_o = [](char byte) { return byte == 'O' || byte == '0' || byte == 'o'; };
    return end - position >= 3 && is_letter_o(position[0]) && position[1] == '-' &&
           is_letter_o(position[2]);
}

/// Behind the tag name at `position`, or `position` itself: a name begins with a letter, a digit or
/// an underscore (the symbol of the PGN standard).
inline const char* skip_tag_name(const char* position, const char* end) {
    const bool is_name =
        position != end && (is_letter(*position) || is_digit(*position) || *position == '_');
    return is_name ? skip_while(position, end, detail::name_bit) : position;
}

inline const char* skip_brackets(const char* position, const char* end) {
    while (position != end && *position == '[') ++position;
    return position;
}

/// The line break that ends the line of `position`, or `end`.
inline const char* find_line_end(const char* position, const char* end) {
    while (position != end && !is_line_break(*position)) ++position;
    return position;
}

/// The first `byte` in [begin, end), or nullptr. What is searched for is near as a rule (a comment
/// of a dump has some 20 bytes), where the call of memchr costs more than the search.
inline const char* find_byte(const char* begin, const char* end, char byte) {
#ifdef __SSE2__
    const __m128i wanted = _mm_set1_epi8(byte);
    for (int block = 0; block < 4 && end - begin >= 16; ++block, begin += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
        const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)));
        if (found != 0) return begin + std::countr_zero(found);
    }
#endif
    if (end - begin < 8) {
        while (begin != end && *begin != byte) ++begin;
        return begin == end ? nullptr : begin;
    }
    return static_cast<const char*>(
        std::memchr(begin, byte, static_cast<std::size_t>(end - begin)));
}

/// Bytes that a look at one of the multi-byte characters below may need.
inline constexpr std::ptrdiff_t longest_character = 3;

/// Length of the invisible or space character of Unicode at `position` (a lone A0, the no-break
/// space of Latin-1, counts), or 0.
std::size_t invisible_length(const char* position, const char* end);

/// Length of the character at `position`, UTF-8, if it is one of those in which annotators judge a
/// move (plus over minus and the like), or 0. None of them can be part of a move.
std::size_t judgement_length(const char* position, const char* end);

/// Length of the half sign at `position`, UTF-8 or Latin-1, or 0.
std::size_t half_length(const char* position, const char* end);

/// Length of the result at `position`, or 0. A digit's result must not run on into a word.
/// The longest is `1/2-1/2`, whose UTF-8 sibling has 5 bytes.
std::size_t result_length(const char* position, const char* end);

/// Bytes from the start of a result that decide which one it is and whether it is over.
inline constexpr std::ptrdiff_t result_lookahead = 8;

}  // namespace ign::pgn
