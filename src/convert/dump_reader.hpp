#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "ign/chess/replay.hpp"
#include "ign/chess/san_scan.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/pgn/dump_notes.hpp"

/// The fast path of the game reader: games in the exact layout of the Lichess dumps, read in one
/// pass over the bytes without tokens. It reads nothing that it does not know byte by byte: at the
/// first sign of anything else it gives up, and the general path reads the game from its beginning.
/// So both give the same record, and what it accepts needs no `rest` but for glyphs. Source of the
/// layout: ../shared/lichess-layout.md, D3.
namespace ign::convert::dump {

/// A ply's text is shorter than this; with less before the end of the text the general path reads.
inline constexpr std::ptrdiff_t most_ply_bytes = 96;

/// Longer values are read by the general path, which knows their limit.
inline constexpr std::ptrdiff_t most_value_bytes = 4096;

/// The text that the game is in, and how far behind its end bytes may be read: what stands there is
/// never taken for text, since the result is only read before the end.
struct DumpText {
    const char* end;
    const char* readable_end;
    pgn::TextEnd text_end;
};

/// The end of a tag value from p on, or nullptr if something stands in it that needs a second look
/// (a backslash, a control character) or it does not end before `end`.
IGN_INLINE const char* find_value_end(const char* p, const char* end) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t highs = 0x8080808080808080;
    // The high bit of each byte that is zero; a byte above one may be marked too, the lowest is
    // right.
    auto zeros = [](std::uint64_t v) { return (v - ones) & ~v & highs; };
    for (; end - p >= 8; p += 8) {
        std::uint64_t v = pgn::detail::load8(p);
        std::uint64_t quotes = zeros(v ^ (ones * '"'));
        std::uint64_t odd = zeros(v ^ (ones * '\\')) | ((v - ones * 0x20) & ~v & highs);
        if ((quotes | odd) == 0) continue;
        int first = std::countr_zero(quotes | odd);
        if ((quotes >> first & 1) == 0) return nullptr;
        return p + first / 8;
    }
    return nullptr;
}

/// Reads the tag section and the line behind it; returns where the moves begin, or nullptr.
IGN_INLINE const char* read_tags(const char* p, const char* end, const char* readable_end,
                                 GameRecord& game) {
    while (readable_end - p > most_ply_bytes && *p == '[') {
        const char* begin = p;
        const char* name = ++p;
        if (static_cast<unsigned char>((*p | 0x20) - 'a') >= 26) return nullptr;
        while (static_cast<unsigned char>((*p | 0x20) - 'a') < 26 ||
               static_cast<unsigned char>(*p - '0') < 10) {
            if (++p == end) return nullptr;
        }
        if (readable_end - p < most_ply_bytes || p[0] != ' ' || p[1] != '"' || p == name)
            return nullptr;
        const char* value = p + 2;
        const char* quote = find_value_end(value, end);
        if (quote == nullptr || quote - value > most_value_bytes || end - quote < 4 ||
            quote[1] != ']' || quote[2] != '\n')
            return nullptr;
        game.add_tag({{name, static_cast<std::size_t>(p - name)},
                      {value, static_cast<std::size_t>(quote - value)},
                      pgn::TagForm::canonical},
                     begin, quote + 2);
        p = quote + 3;
    }
    return readable_end - p > most_ply_bytes && *p == '\n' ? p + 1 : nullptr;
}

/// `12. ` and `12... ` as eight bytes to compare with, counted up from move to move.
class MoveNumber {
  public:
    IGN_INLINE explicit MoveNumber(std::uint32_t first) {
        char digits[16];
        int length = 0;
        for (std::uint32_t rest = first; rest != 0 || length == 0; rest /= 10) {
            digits[length++] = static_cast<char>('0' + rest % 10);
        }
        for (int i = length - 1; i >= 0 && length <= 4; --i) push(digits[i]);
        length_ = length;
    }
    /// Four digits at most fit; a game beyond that is not for the fast path.
    [[nodiscard]] IGN_INLINE bool is_readable() const { return length_ <= 4; }

    /// The bytes of the number with its dots and space if they stand at p, else 0.
    [[nodiscard]] IGN_INLINE int match_white(const char* p) const { return match(p, 0x202E, 2); }
    [[nodiscard]] IGN_INLINE int match_black(const char* p) const {
        return match(p, 0x202E2E2E, 4);
    }

    IGN_INLINE void increment() {
        // The last digit is the highest byte.
        int shift = 8 * (length_ - 1);
        digits_ += std::uint64_t{1} << shift;
        while ((digits_ >> shift & 0xFF) > '9') {
            digits_ -= std::uint64_t{10} << shift;
            if (shift == 0) {
                digits_ = digits_ << 8 | '1';
                ++length_;
                return;
            }
            shift -= 8;
            digits_ += std::uint64_t{1} << shift;
        }
    }

  private:
    IGN_INLINE void push(char digit) {
        digits_ |= static_cast<std::uint64_t>(digit) << (8 * pushed_++);
    }
    [[nodiscard]] IGN_INLINE int match(const char* p, std::uint64_t dots, int dot_bytes) const {
        int bytes = length_ + dot_bytes;
        std::uint64_t expected = digits_ | dots << (8 * length_);
        std::uint64_t difference = pgn::detail::load8(p) ^ expected;
        return (difference << (64 - 8 * bytes)) == 0 ? bytes : 0;
    }

    std::uint64_t digits_ = 0;
    int pushed_ = 0;
    int length_ = 0;
};

/// The glyph at p; `length` is told, and is 0 for anything the dumps do not have.
IGN_INLINE Glyph read_glyph(const char* p, int& length) {
    length = 1;
    if (p[0] == '?') {
        if (p[1] == '?') return length = 2, Glyph::blunder;
        if (p[1] == '!') return length = 2, Glyph::inaccuracy;
        return Glyph::mistake;
    }
    length = 0;
    return Glyph::none;
}

/// Reads the result at p and the blank line behind it up to the next game's Event tag; returns
/// where that begins, or nullptr for anything else.
IGN_INLINE const char* read_result(const char* p, const char* end, pgn::TextEnd text_end,
                                   GameRecord& game) {
    std::size_t length = 0;
    if (*p == '*') {
        length = 1;
    } else if (std::memcmp(p, "1-0", 3) == 0 || std::memcmp(p, "0-1", 3) == 0) {
        length = 3;
    } else if (std::memcmp(p, "1/2-1/2", 7) == 0) {
        length = 7;
    } else {
        return nullptr;
    }
    game.result = {p, length};
    p += length;
    if (end - p < 2 || p[0] != '\n' || p[1] != '\n') return nullptr;
    p += 2;
    // Any other bracket may be text after the last game, which belongs to that game.
    constexpr std::string_view next_game = "[Event ";
    bool game_follows = p == end ? text_end == pgn::TextEnd::at_game_start
                                 : std::string_view(p, end).starts_with(next_game);
    return game_follows ? p : nullptr;
}

/// Reads the moves from p on and the result; returns where the next game begins, or nullptr. The
/// replay stands on the start position.
template <class Replay>
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity): a hot kernel
IGN_INLINE const char* read_moves(const char* p, const DumpText& text, Replay& replay,
                                  GameRecord& game) {
    constexpr unsigned numbered_bit = 1;  // of `seen`: by what stood before a move of Black
    constexpr unsigned after_clock = 2;
    constexpr unsigned after_eval = 4;
    unsigned seen = 0;
    unsigned before_this = 0;
    bool black = game.black_begins;
    std::int32_t eval_before = eval_before_first_move;
    MoveNumber number(game.first_number);
    DumpStyle& style = game.dump;
    for (std::size_t ply = 0;; ++ply) {
        if (text.readable_end - p < most_ply_bytes || !number.is_readable()) return nullptr;
        int number_bytes = black ? number.match_black(p) : number.match_white(p);
        if (!black || ply == 0 || static_cast<unsigned char>(*p - '*') < 16) {
            // A move of White, a number of Black's, or the end.
            if (number_bytes == 0) break;
        }
        if (black && ply != 0) seen |= 1U << (before_this | (number_bytes != 0 ? numbered_bit : 0));
        p += number_bytes;

        chess::SanToken san;
        codec::Digit digit;
        bool canonical = false;
        const char* after = chess::scan_san(p, text.readable_end, text.readable_end, san);
        if (replay.play(san, digit, canonical) != chess::SanStatus::ok || !canonical)
            return nullptr;
        game.number.push(digit);
        if (black) number.increment();
        p = after;

        int glyph_bytes = 0;
        Glyph glyph = read_glyph(p, glyph_bytes);
        p += glyph_bytes;
        pgn::DumpNotes notes;
        before_this = 0;
        if (p[0] == ' ' && p[1] == '{') {
            p = pgn::read_dump_comment(p, notes);
            if (p == nullptr) return nullptr;
            before_this = notes.eval != no_note ? after_eval : after_clock;
        }
        if (*p++ != ' ') return nullptr;
        bool has_clock = notes.clock != no_note;
        game.has_clocks |= has_clock;
        game.clocks.push_back(has_clock ? notes.clock * 1000 : no_note);
        game.evals.push_back(notes.eval);
        if (notes.eval != no_note) {
            game.has_evals = true;
            Mover mover = black ? Mover::black : Mover::white;
            Glyph foretold = predict_glyph(eval_before, notes.eval, mover);
            if (glyph != Glyph::none && glyph != foretold) return nullptr;
            if (foretold != Glyph::none) {
                style.glyphs.add(eval_before, notes.eval, mover, glyph);
            }
            eval_before = notes.eval;
        } else if (glyph != Glyph::none) {
            return nullptr;
        }
        black = !black;
    }
    if ((seen >> numbered_bit & 1) != 0) return nullptr;
    auto was_seen = [seen](unsigned before) { return (seen >> before & 1) != 0; };
    style.black_numbers =
        black_numbers_rule({.numbered_after_comment = was_seen(after_clock | numbered_bit),
                            .bare_after_comment = was_seen(after_clock),
                            .bare_after_eval = was_seen(after_eval),
                            .has_evals = game.has_evals});
    bool after_any = style.black_numbers == BlackNumbers::after_comment;
    bool never = style.black_numbers == BlackNumbers::never;
    bool consistent = !was_seen(after_clock | (after_any ? 0 : numbered_bit)) &&
                      !was_seen(after_eval | (never ? numbered_bit : 0));
    if (!consistent) return nullptr;
    style.is_known = true;
    if (!replay.ends_canonically()) game.mate_sign = MateSign::plus;
    game.fewest_clock_digits = 0;
    return read_result(p, text.end, text.text_end, game);
}

}  // namespace ign::convert::dump
