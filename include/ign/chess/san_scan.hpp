#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "ign/chess/san.hpp"

namespace ign::chess {

namespace detail {

/// What a character tells of a move.
struct SanCharacter {
    Bitboard origins = no_squares;  ///< the file or rank that it names; all for a piece's letter
    std::uint8_t piece = 6;         ///< whose move begins with it, 6 if none
    std::uint8_t form = 0;          ///< san_form of an origin that it names
};

constexpr std::array<SanCharacter, 256> make_san_characters() {
    std::array<SanCharacter, 256> table{};
    constexpr std::array<char, 5> pieces = {'N', 'B', 'R', 'Q', 'K'};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        auto piece = static_cast<std::uint8_t>(i + 1);
        table[static_cast<unsigned char>(pieces[i])] = {all_squares, piece, 0};
    }
    for (unsigned i = 0; i < 8; ++i) {
        table['a' + i] = {file_squares(static_cast<int>(i)), 0, san_form::file};
        table['1' + i] = {rank_squares(static_cast<int>(i)), 6, san_form::rank};
    }
    return table;
}
inline constexpr auto san_characters = make_san_characters();

/// A move without check sign, promotion and, but for the file of a pawn that captures, origin.
struct PlainSan {
    std::uint8_t length = 0;
    std::uint8_t form = 0;
};

/// [SanCharacter::piece][does it capture?]
inline constexpr std::array<std::array<PlainSan, 2>, 7> plain_sans = [] {
    std::array<std::array<PlainSan, 2>, 7> plain{};
    plain[0] = {{{2, 0}, {4, san_form::capture | san_form::file}}};
    for (std::size_t piece = 1; piece < 6; ++piece)
        plain[piece] = {{{3, 0}, {4, san_form::capture}}};
    plain[6] = {{{255, 0}, {255, 0}}};
    return plain;
}();

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

/// Eight characters as a word, the first one lowest.
constexpr std::uint64_t san_word(std::string_view text) {
    std::uint64_t word = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        word = word << 8 | static_cast<unsigned char>(text[i]);
    }
    return word;
}

}  // namespace detail

/// The longest text that scan_san_word reads.
inline constexpr std::uint32_t most_san_word = 7;

/// Reads a text that is one move of the forms that write_san writes, as scan_san does; false for
/// any other. `word` has the characters, the first one lowest, and zeros behind; there are
/// `length` of them, at most most_san_word. What is usual comes without a branch on whether it is a
/// pawn's move, a capture or a check, which is hardly foreseeable.
[[nodiscard]] IGN_INLINE bool scan_san_word(std::uint64_t word, std::uint32_t length,
                                            SanToken& token) {
    auto at = [word](std::uint32_t place) __attribute__((always_inline)) {
        return static_cast<unsigned char>(word >> (8 * place & 63));
    };
    unsigned char sign = at(length - 1);
    std::uint32_t checks = sign == '+';
    std::uint32_t mates = sign == '#';
    std::uint32_t body = length - (checks | mates);
    std::uint32_t form = checks * san_form::check | mates * san_form::mate;
    Promotion promotion = Promotion::none;
    if (at(body - 2) == '=') [[unlikely]] {
        promotion = detail::promotion_of(static_cast<char>(at(body - 1)));
        if (promotion == Promotion::none) return false;
        body -= 2;
    }
    std::uint32_t target = static_cast<std::uint16_t>(word >> (8 * (body - 2) & 63));
    target -= '1' << 8 | 'a';
    std::uint32_t captures = at(body - 3) == 'x';
    const detail::SanCharacter& first = detail::san_characters[at(0)];
    const detail::PlainSan& plain = detail::plain_sans[first.piece][captures];
    form |= plain.form;
    Bitboard origins = first.origins;
    if ((target & ~0x0707U) != 0) [[unlikely]]
        return false;
    if (body != plain.length) [[unlikely]] {
        // The piece's letter is followed by a file, a rank or both.
        std::uint32_t named = body - plain.length;
        if (named > 2 || first.piece == 0) return false;
        const detail::SanCharacter& origin = detail::san_characters[at(1)];
        form |= origin.form;
        origins = origins & origin.origins;
        if (origin.form == 0) return false;
        if (named == 2) {
            const detail::SanCharacter& rank = detail::san_characters[at(2)];
            if (origin.form != san_form::file || rank.form != san_form::rank) return false;
            form |= rank.form;
            origins = origins & rank.origins;
        }
    }
    token.status = SanStatus::ok;
    token.kind = SanKind::piece;
    token.piece = static_cast<PieceType>(first.piece);
    token.to = static_cast<Square>((target & 7) | (target >> 5 & 56));
    token.promotion = promotion;
    token.form = static_cast<std::uint8_t>(form);
    token.origins = origins;
    return true;
}

/// Reads a text that is one move and nothing else, as scan_san does; false if it is not. Bytes
/// behind it are only looked at if they lie before `readable_end`.
[[nodiscard]] IGN_INLINE bool scan_whole_san(std::string_view text, const char* readable_end,
                                             SanToken& token) {
    const char* end = text.data() + text.size();
    if (text.size() - 1 < most_san_word && readable_end - text.data() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), sizeof word);
        word &= ~std::uint64_t{0} >> (64 - 8 * text.size());
        if (scan_san_word(word, static_cast<std::uint32_t>(text.size()), token)) return true;
    }
    return scan_san(text.data(), end, token) == end;
}

}  // namespace ign::chess
