#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

/// The comments of Lichess dumps in the one spelling the dumps have, read without a search: the
/// fast path beside scan_annotations, which reads everything else. Both agree wherever this one
/// reads at all; tests run them against each other.
///
///      { [%clk 0:00:30] }        { [%eval 0.17] }        { [%eval #-3] [%clk 0:00:30] }
///
/// Source: ../shared/lichess-layout.md, D3.
namespace ign::pgn {

inline constexpr std::int32_t no_dump_note = std::numeric_limits<std::int32_t>::min();

/// A mate in n for White is mate_base - n, for Black -mate_base - 1 + n, as in the column `eval`.
inline constexpr std::int32_t mate_base = 32768;
/// Past these, an evaluation would be taken for a mate.
inline constexpr std::int32_t most_centipawns = 32000;
inline constexpr std::int32_t most_mate_moves = 700;

/// What a comment of the dumps says.
struct DumpNotes {
    std::int32_t clock = no_dump_note;  ///< whole seconds
    std::int32_t eval = no_dump_note;   ///< centipawns or a mate, as in the column `eval`
};

namespace detail {

/// Eight characters as a word, the first one lowest.
inline std::uint64_t load8(const char* p) {
    std::uint64_t value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

/// The same of a text known to the compiler.
constexpr std::uint64_t pack8(const char* text) {
    std::uint64_t value = 0;
    for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(text[i]);
    return value;
}

}  // namespace detail

/// Reads `0:00:30]` at p, the seconds into `seconds`; returns behind the bracket, or nullptr if the
/// text is anything else (two digits for the hours are read, three are not). 16 bytes at p must be
/// readable.
[[gnu::always_inline]] inline const char* read_dump_clock(const char* p, std::int32_t& seconds) {
    static_assert(std::endian::native == std::endian::little);
    std::int32_t tens_of_hours = 0;
    if (p[1] != ':') [[unlikely]] {
        if (*p < '1' || *p > '9') return nullptr;  // hours are not padded
        tens_of_hours = *p - '0';
        ++p;
    }
    // All eight bytes at once: where the pattern has a digit, what is left must be 0..9 (0..5 for
    // tens), and 0 where it has a sign. Adding 6 (or 10) carries into the high half of a byte that
    // is too large.
    std::uint64_t rest = detail::load8(p) ^ detail::pack8("0:00:00]");
    constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0;
    constexpr std::uint64_t to_carry = 0x0F060A0F060A0F06;
    if (((rest | (rest + to_carry)) & high) != 0) return nullptr;
#if defined(__x86_64__)
    // h : m m : s s ], each times its seconds, in four sums.
    const __m128i worth = _mm_set_epi16(0, 1, 10, 0, 60, 600, 0, 3600);
    __m128i digits =
        _mm_unpacklo_epi8(_mm_cvtsi64_si128(static_cast<long long>(rest)), _mm_setzero_si128());
    __m128i sums = _mm_madd_epi16(digits, worth);
    sums = _mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 1));
    seconds = _mm_cvtsi128_si32(sums) + tens_of_hours * 36000;
#else
    auto digit = [rest](int at) { return static_cast<std::int32_t>(rest >> (8 * at) & 15); };
    seconds = (tens_of_hours * 10 + digit(0)) * 3600 + (digit(2) * 10 + digit(3)) * 60 +
              digit(5) * 10 + digit(6);
#endif
    return p + 8;
}

/// Reads `0.17]`, `-12.5]` or `#-3]` at p; returns behind the bracket, or nullptr for another
/// spelling.
[[gnu::always_inline]] inline const char* read_dump_eval(const char* p, std::int32_t& eval) {
    auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    bool is_mate = *p == '#';
    if (is_mate) ++p;
    bool negative = *p == '-';
    if (negative) ++p;
    if (!is_digit(*p) || (*p == '0' && is_digit(p[1]))) return nullptr;  // no padding
    std::int32_t whole = 0;
    for (int count = 0; is_digit(*p); ++p) {
        if (++count > 4) return nullptr;
        whole = whole * 10 + (*p - '0');
    }
    if (is_mate) {
        if (*p != ']' || whole == 0 || whole > most_mate_moves) return nullptr;
        eval = negative ? whole - mate_base - 1 : mate_base - whole;
        return p + 1;
    }
    if (*p != '.' || !is_digit(p[1])) return nullptr;
    std::int32_t value = whole * 100 + (p[1] - '0') * 10;
    p += 2;
    if (is_digit(*p)) {
        if (*p == '0') return nullptr;  // one decimal at least, no zero after it
        value += *p++ - '0';
    }
    if (*p != ']' || value > most_centipawns || (negative && value == 0)) return nullptr;
    eval = negative ? -value : value;
    return p + 1;
}

/// Reads a comment with the space before it; returns behind its brace, or nullptr if it is spelled
/// in any other way. 32 bytes past the comment must be readable.
[[gnu::always_inline]] inline const char* read_dump_comment(const char* p, DumpNotes& notes) {
    constexpr std::uint64_t open_clock = detail::pack8(" { [%clk");
    constexpr std::uint64_t open_eval = detail::pack8(" { [%eva");
    std::uint64_t opening = detail::load8(p);
    if (opening == open_clock) {
        if (p[8] != ' ') return nullptr;
        p = read_dump_clock(p + 9, notes.clock);
    } else if (opening == open_eval) {
        if (p[8] != 'l' || p[9] != ' ') return nullptr;
        p = read_dump_eval(p + 10, notes.eval);
        if (p == nullptr) return nullptr;
        if (p[1] == '[') {
            constexpr std::uint64_t before_clock = detail::pack8(" [%clk \0");
            if (detail::load8(p) << 8 != before_clock << 8) return nullptr;
            p = read_dump_clock(p + 7, notes.clock);
        }
    } else {
        return nullptr;
    }
    if (p == nullptr || p[0] != ' ' || p[1] != '}') return nullptr;
    return p + 2;
}

}  // namespace ign::pgn
