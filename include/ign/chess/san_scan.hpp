#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "ign/chess/san.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace ign::chess {

namespace detail {

/// What the first character of a move tells.
enum class SanStart : std::uint8_t { pawn, knight, bishop, rook, queen, king, other };

/// By character; `other` for what begins none of the usual forms.
constexpr std::array<SanStart, 256> san_starts() {
    std::array<SanStart, 256> table{};
    table.fill(SanStart::other);
    for (int c = 'a'; c <= 'h'; ++c) table[c] = SanStart::pawn;
    table['N'] = SanStart::knight;
    table['B'] = SanStart::bishop;
    table['R'] = SanStart::rook;
    table['Q'] = SanStart::queen;
    table['K'] = SanStart::king;
    return table;
}
/// The tables, made once.
inline constexpr std::array<SanStart, 256> san_start_of = san_starts();

/// The piece of a capital letter; `none` for any other character.
[[nodiscard]] IGN_INLINE Promotion promotion_of(char letter) {
    switch (letter) {
        case 'B':
            return Promotion::bishop;
        case 'N':
            return Promotion::knight;
        case 'Q':
            return Promotion::queen;
        case 'R':
            return Promotion::rook;
        default:
            return Promotion::none;
    }
}

/// What a move of the usual forms consists of, told from which of its first six characters are
/// files and which are ranks; what is neither is the piece's letter or a cross.
struct SanShape {
    std::uint8_t length = 0;      ///< up to the target's rank; 0 for what is no such move
    std::uint8_t crosses = 0;     ///< the bit of the character that must be a cross
    std::uint8_t form = 0;        ///< see san_form, without the check sign
    std::uint8_t file_shift = 0;  ///< bits from the text's begin to the origin's file
    std::uint8_t rank_shift = 0;
    std::uint8_t target_shift = 0;
    std::int8_t any_file = -1;  ///< -1 if the text does not say the origin's file, else 0
    std::int8_t any_rank = -1;
};

/// How many characters decide about the shape.
constexpr int shape_characters = 6;

/// [a bit for each character that is a file, then one for each that is a rank]
constexpr std::array<SanShape, 1 << 2 * shape_characters> san_shapes() {
    std::array<SanShape, 1 << 2 * shape_characters> shapes{};
    // A pawn has no letter, and names its file if and only if it captures.
    for (int pieces = 0; pieces < 2; ++pieces) {
        for (int origin = 0; origin < 8; ++origin) {
            bool names_file = (origin & 1) != 0;
            bool names_rank = (origin & 2) != 0;
            bool captures = (origin & 4) != 0;
            if (pieces == 0 && (names_rank || names_file != captures)) continue;
            SanShape shape;
            int files = 0;
            int ranks = 0;
            int at = pieces;
            if (names_file) {
                shape.file_shift = static_cast<std::uint8_t>(8 * at);
                shape.any_file = 0;
                shape.form |= san_form::file;
                files |= 1 << at++;
            }
            if (names_rank) {
                shape.rank_shift = static_cast<std::uint8_t>(8 * at);
                shape.any_rank = 0;
                shape.form |= san_form::rank;
                ranks |= 1 << at++;
            }
            if (captures) {
                shape.form |= san_form::capture;
                shape.crosses = static_cast<std::uint8_t>(1 << at++);
            }
            if (pieces == 0) shape.any_file = 0;  // a pawn that steps keeps its file
            shape.target_shift = static_cast<std::uint8_t>(8 * at);
            files |= 1 << at;
            ranks |= 1 << (at + 1);
            shape.length = static_cast<std::uint8_t>(at + 2);
            if (shape.length > shape_characters) continue;
            shapes[static_cast<std::size_t>(files | ranks << shape_characters)] = shape;
        }
    }
    return shapes;
}
inline constexpr auto san_shape_of = san_shapes();

#if defined(__x86_64__)
/// A bit for each of 16 bytes that lies in [first, first + 7].
[[nodiscard]] IGN_INLINE std::uint32_t within_eight(__m128i bytes, char first) {
    __m128i shifted = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    __m128i capped = _mm_min_epu8(shifted, _mm_set1_epi8(7));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(shifted, capped)));
}

/// Reads a move of the usual forms that is exactly `length` characters, without a branch that
/// depends on its shape (which of a piece, a capture or a check comes next is hardly foreseeable).
/// False for any other form. 16 bytes from `begin` on must be readable.
[[nodiscard]] IGN_INLINE bool scan_usual_san(const char* begin, std::uint32_t length,
                                             SanToken& token) {
    if (length - 2 > 6) [[unlikely]]
        return false;
    std::uint64_t text = 0;
    std::memcpy(&text, begin, sizeof text);
    auto at = [text](std::uint32_t place) __attribute__((always_inline)) {
        return static_cast<char>(text >> (8 * place & 63));
    };
    char sign = at(length - 1);
    std::uint32_t checks = sign == '+';
    std::uint32_t mates = sign == '#';
    length -= checks | mates;
    token.promotion = Promotion::none;
    if (at(length - 2) == '=') [[unlikely]] {
        token.promotion = promotion_of(at(length - 1));
        if (token.promotion == Promotion::none) return false;
        length -= 2;
    }
    SanStart start = san_start_of[static_cast<unsigned char>(*begin)];

    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
    std::uint32_t own = (std::uint32_t{1} << length) - 1;
    std::uint32_t files = within_eight(bytes, 'a') & own;
    std::uint32_t ranks = within_eight(bytes, '1') & own;
    auto crosses =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('x'))));
    constexpr std::uint32_t most = (1 << shape_characters) - 1;
    const SanShape& shape = san_shape_of[(files & most) | (ranks & most) << shape_characters];
    bool is_usual =
        shape.length == length && (crosses & own) == shape.crosses && start != SanStart::other;
    if (!is_usual) [[unlikely]]
        return false;

    std::uint64_t file =
        file_squares(static_cast<int>(((text >> shape.file_shift) - 'a') & 7)).bits;
    std::uint64_t rank =
        rank_squares(static_cast<int>(((text >> shape.rank_shift) - '1') & 7)).bits;
    token.origins = Bitboard((file | static_cast<std::uint64_t>(std::int64_t{shape.any_file})) &
                             (rank | static_cast<std::uint64_t>(std::int64_t{shape.any_rank})));
    std::uint64_t target = (text >> shape.target_shift) - ('1' << 8 | 'a');
    token.status = SanStatus::ok;
    token.kind = SanKind::piece;
    token.piece = static_cast<PieceType>(start);
    token.to = static_cast<Square>((target & 7) | (target >> 5 & 56));
    token.form =
        static_cast<std::uint8_t>(shape.form | checks * san_form::check | mates * san_form::mate);
    return true;
}
#endif

}  // namespace detail

/// Reads a text that is one move and nothing else, as scan_san does; false if it is not. Bytes
/// behind it are only looked at if they lie before `readable_end`.
[[nodiscard]] IGN_INLINE bool scan_whole_san(std::string_view text, const char* readable_end,
                                             SanToken& token) {
    const char* begin = text.data();
    const char* end = begin + text.size();
#if defined(__x86_64__)
    if (readable_end - begin >= 16 && text.size() <= 8 &&
        detail::scan_usual_san(begin, static_cast<std::uint32_t>(text.size()), token)) [[likely]] {
        return true;
    }
#endif
    return scan_san(begin, end, token) == end;
}

}  // namespace ign::chess
