#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ign/chess/san.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace ign::chess {

namespace detail {

enum class SanStart : std::uint8_t { pawn, knight, bishop, rook, queen, king, other };

struct SanCharacter {
    SanStart start = SanStart::other;
    bool continues = false;  ///< behind a move it would mean that the move is not over
};

constexpr std::array<SanCharacter, 256> san_characters() {
    std::array<SanCharacter, 256> table{};
    for (int c = 'a'; c <= 'z'; ++c) table[c].continues = true;
    for (int c = 'A'; c <= 'Z'; ++c) table[c].continues = true;
    for (int c = '0'; c <= '9'; ++c) table[c].continues = true;
    for (unsigned char c : {'-', '=', '@', '+', '#', '.'}) table[c].continues = true;
    for (int c = 'a'; c <= 'h'; ++c) table[c].start = SanStart::pawn;
    table['N'].start = SanStart::knight;
    table['B'].start = SanStart::bishop;
    table['R'].start = SanStart::rook;
    table['Q'].start = SanStart::queen;
    table['K'].start = SanStart::king;
    return table;
}
inline constexpr std::array<SanCharacter, 256> san_table = san_characters();

[[nodiscard]] IGN_INLINE const SanCharacter& san_character(char c) {
    return san_table[static_cast<unsigned char>(c)];
}

#if defined(__x86_64__)
/// A bit for each of 16 bytes that lies in [first, first + 7].
[[nodiscard]] IGN_INLINE std::uint32_t within_eight(__m128i bytes, char first) {
    __m128i shifted = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    __m128i capped = _mm_min_epu8(shifted, _mm_set1_epi8(7));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(shifted, capped)));
}

/// Reads a move of the usual forms without a branch that depends on its length: a bit for each of
/// its characters tells the files, ranks and crosses apart. Null for any other form.
// NOLINTNEXTLINE(readability-function-size): one straight way without calls, which is its point
[[nodiscard]] IGN_INLINE const char* scan_usual_san(const char* begin, const char* end,
                                                    SanToken& token) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
    SanStart start = san_character(*begin).start;
    std::uint32_t letter = start != SanStart::pawn;
    // From here on bit 0 is the first character behind the piece letter.
    std::uint32_t files = within_eight(bytes, 'a') >> letter;
    std::uint32_t ranks = within_eight(bytes, '1') >> letter;
    auto crosses =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('x')))) >>
        letter;
    auto length = static_cast<std::uint32_t>(std::countr_one(files | ranks | crosses));
    if (start == SanStart::other || length - 2 > 3) return nullptr;
    std::uint32_t before = length - 2;  // characters before the target
    std::uint32_t crossed = before > 0 ? crosses >> (before - 1) & 1 : 0;
    std::uint32_t given = before - crossed;
    std::uint32_t has_file = files & (given > 0);
    std::uint32_t has_rank = ranks >> has_file & (given > has_file);
    bool is_usual = (files >> before & 1) != 0 && (ranks >> before & 2) != 0 &&
                    has_file + has_rank == given && letter + 1 > given;
    if (!is_usual) return nullptr;

    const char* body = begin + letter;
    Bitboard file = file_squares(has_file ? body[0] - 'a' : body[before] - 'a');
    bool any_file = has_file == 0 && start != SanStart::pawn;
    Bitboard rank = has_rank ? rank_squares((body[has_file] - '1') & 7) : all_squares;
    token.origins = (any_file ? all_squares : file) & rank;
    token.status = SanStatus::ok;
    token.kind = SanKind::piece;
    token.piece = static_cast<PieceType>(start);
    token.to = make_square(body[before] - 'a', body[before + 1] - '1');
    token.promotion = Promotion::none;
    const char* at = body + length;
    std::uint32_t form =
        has_file * san_form::file | has_rank * san_form::rank | crossed * san_form::capture;
    if (*at == '=') [[unlikely]] {
        switch (at[1]) {
            case 'B':
                token.promotion = Promotion::bishop;
                break;
            case 'N':
                token.promotion = Promotion::knight;
                break;
            case 'Q':
                token.promotion = Promotion::queen;
                break;
            case 'R':
                token.promotion = Promotion::rook;
                break;
            default:
                return nullptr;
        }
        at += 2;
    }
    bool checks = *at == '+';
    bool mates = *at == '#';
    form |= checks * san_form::check | mates * san_form::mate;
    at += checks | mates;
    token.form = static_cast<std::uint8_t>(form);
    bool is_over = at == end || (at < end && !san_character(*at).continues);
    return is_over ? at : nullptr;
}
#endif

}  // namespace detail

/// scan_san for hot loops. The 16 bytes from `begin` on are only looked at if they lie before
/// `readable_end`, which is at or behind `end`.
[[nodiscard]] IGN_INLINE const char* scan_san(const char* begin, const char* end,
                                              const char* readable_end, SanToken& token) {
#if defined(__x86_64__)
    if (readable_end - begin >= 16) [[likely]] {
        const char* stop = detail::scan_usual_san(begin, end, token);
        if (stop != nullptr) [[likely]]
            return stop;
    }
#endif
    return scan_san(begin, end, token);
}

}  // namespace ign::chess
