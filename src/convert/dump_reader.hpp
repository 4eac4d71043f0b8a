#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "dump_tags.hpp"
#include "ign/chess/san_scan.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/pgn/dump_notes.hpp"
#include "move_texts.hpp"

/// The fast path of the game reader: games in the exact layout of the Lichess dumps, read in one
/// pass over the bytes without tokens. It reads nothing that it does not know byte by byte: at the
/// first sign of anything else it gives up, and the general path reads the game from its beginning.
/// So both give the same record, and what it accepts needs no `rest` but for glyphs. Source of the
/// layout: ../shared/lichess-layout.md, D3.
namespace ign::convert::dump {

/// The text that the game is in, and how far behind its end bytes may be read: what stands there,
/// often the next game, is never taken for text, since the result is only read before the end.
struct DumpText {
    const char* end;
    const char* readable_end;
    pgn::TextEnd text_end;
};

/// A move number as it stands before a move.
struct NumberText {
    std::uint64_t text;
    std::uint64_t mask;  ///< of the bytes that the text has

    /// Does it stand at p?
    [[nodiscard]] IGN_INLINE bool stands_at(const char* p) const {
        return ((pgn::detail::load8(p) ^ text) & mask) == 0;
    }
};

/// `12. ` and `12... `.
struct alignas(64) MoveNumber {
    NumberText white;
    NumberText black;
    std::uint32_t white_size;  ///< in bytes; 0 for a number that no game here has
    std::uint32_t black_size;
};

/// Games that go on longer are read by the general path.
inline constexpr std::uint32_t most_move_number = 511;

/// [number], and one that never stands anywhere.
inline constexpr auto move_numbers = [] {
    std::array<MoveNumber, most_move_number + 2> numbers{};
    for (std::uint32_t number = 0; number <= most_move_number; ++number) {
        std::uint64_t digits = 0;
        std::uint32_t size = 0;
        for (std::uint32_t rest = number; rest != 0; rest /= 10, ++size) {
            digits = digits << 8 | ('0' + rest % 10);
        }
        auto with = [&](std::uint64_t dots, std::uint32_t dots_size) {
            return NumberText{digits | dots << (8 * size),
                              ~std::uint64_t{0} >> (64 - 8 * (size + dots_size))};
        };
        numbers[number] = {with(0x202E, 2), with(0x202E2E2E, 4), size + 2, size + 4};
    }
    numbers.back() = {{0, ~std::uint64_t{0}}, {0, ~std::uint64_t{0}}, 0, 0};
    return numbers;
}();

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

/// As read_move: castling, moves with a glyph, and all forms that are not those of write_san.
[[gnu::noinline]] inline const char* read_odd_move(const char* p, chess::SanToken& token,
                                                   Glyph& glyph) {
    const auto* space = static_cast<const char*>(std::memchr(p, ' ', 16));
    if (space == nullptr) return nullptr;
    const char* end = space;
    if (space != p && (space[-1] == '?' || space[-1] == '!')) {
        end -= space[-2] == '?' ? 2 : 1;
        int glyph_bytes = 0;
        glyph = read_glyph(end, glyph_bytes);
        if (end + glyph_bytes != space) return nullptr;
    }
    std::string_view move(p, static_cast<std::size_t>(end - p));
    return chess::scan_whole_san(move, p + most_ply_bytes, token) ? space : nullptr;
}

/// Reads the result at p and the blank line behind it up to the next game's Event tag; returns
/// where that begins, or nullptr for anything else.
IGN_INLINE const char* read_result(const char* p, const char* end, pgn::TextEnd text_end,
                                   GameRecord& game) {
    constexpr std::ptrdiff_t least_bytes = 3;  // a star and two line breaks
    if (end - p < least_bytes) return nullptr;
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

/// As read_move, of a text that is not among the known ones.
[[gnu::noinline]] inline const char* read_new_move(const char* p, std::uint64_t word,
                                                   std::uint32_t length, MoveTexts& known,
                                                   chess::SanToken& token, Glyph& glyph) {
    const char* end = p + length;
    if (length == 0 || !chess::scan_san_word(word, length, token))
        end = read_odd_move(p, token, glyph);
    if (end == p + length && glyph == Glyph::none) known.add(word, token);
    return end;
}

/// Reads a move that a space ends, with its glyph; returns where the space stands, or nullptr.
IGN_INLINE const char* read_move(const char* p, MoveTexts& known, chess::SanToken& token,
                                 Glyph& glyph) {
    // The lowest of these bits is that of the first space: a byte is zero if taking one away makes
    // its high bit, and borrows only come from below.
    constexpr std::uint64_t each = 0x0101010101010101;
    std::uint64_t word = pgn::detail::load8(p);
    std::uint64_t blanked = word ^ each * ' ';
    std::uint64_t spaces = (blanked - each) & ~blanked & each << 7;
    std::uint64_t below_space = (spaces - 1) & ~spaces;
    auto length = static_cast<std::uint32_t>(std::countr_zero(spaces)) / 8;
    word &= below_space >> 7;
    const chess::SanToken* found = known.find(word);
    if (spaces == 0) [[unlikely]]
        return read_odd_move(p, token, glyph);
    if (found == nullptr) [[unlikely]]
        return read_new_move(p, word, length, known, token, glyph);
    token = *found;
    return p + length;
}

/// The text of the moves of one game, read move by move: their tokens, clocks and evaluations go
/// into the game.
class MoveText {
  public:
    /// From move 1 to the last one that has a number here.
    static constexpr std::size_t most_plies = 2 * most_move_number + 2;

    MoveText(const DumpText& text, MoveTexts& known, GameRecord& game)
        : text_(text),
          known_(known),
          game_(game),
          last_move_(text.readable_end - most_ply_bytes),
          number_(&move_numbers[game.first_number]),
          tokens_(game.tokens.reserve(most_plies)),
          clocks_(game.clocks.reserve(most_plies)),
          evals_(game.evals.reserve(most_plies)) {}

    [[nodiscard]] IGN_INLINE std::size_t plies() const { return ply_; }
    /// The token of the move before the last one.
    [[nodiscard]] IGN_INLINE const chess::SanToken* last_but_one() const {
        return tokens_ + ply_ - 2;
    }

    /// Does a move of this side stand at p, and not the result? If so p goes behind its number.
    template <Mover mover>
    [[nodiscard]] IGN_INLINE bool begins_move(const char*& p) {
        if (p > last_move_) return false;
        if constexpr (mover == Mover::white) {
            if (!number_->white.stands_at(p)) return false;
            p += number_->white_size;
        } else {
            bool is_numbered = number_->black.stands_at(p);
            // The number may be left out; a digit or a star is the result.
            if (!is_numbered && static_cast<unsigned char>(*p - '*') < 16) return false;
            seen_ |= 1U << (before_this_ | (is_numbered ? numbered_bit : 0));
            if (is_numbered) p += number_->black_size;
            ++number_;
        }
        return true;
    }

    /// Reads the move at p and what is said of it; returns where the next begins, or nullptr.
    template <Mover mover>
    [[nodiscard]] IGN_INLINE const char* read(const char* p) {
        Glyph glyph = Glyph::none;
        p = read_move(p, known_, tokens_[ply_], glyph);
        if (p == nullptr) return nullptr;
        pgn::DumpNotes notes;
        before_this_ = 0;
        if (p[1] == '{') {
            p = pgn::read_dump_comment(p, notes);
            if (p == nullptr) return nullptr;
            before_this_ = notes.eval != no_note ? after_eval : after_clock;
        }
        if (*p++ != ' ') return nullptr;
        bool has_clock = notes.clock != no_note;
        has_clocks_ |= has_clock;
        clocks_[ply_] = has_clock ? notes.clock * 1000 : no_note;
        evals_[ply_] = notes.eval;
        ++ply_;
        if (notes.eval != no_note) return note_eval(mover, notes.eval, glyph) ? p : nullptr;
        return glyph == Glyph::none ? p : nullptr;
    }

    /// To be called once the result stands at p: reads it and returns where the next game begins,
    /// or nullptr.
    [[nodiscard]] IGN_INLINE const char* finish(const char* p) {
        game_.tokens.commit(ply_);
        game_.clocks.commit(ply_);
        game_.evals.commit(ply_);
        game_.has_clocks = has_clocks_;
        game_.has_evals = has_evals_;
        if (!has_known_style()) return nullptr;
        game_.fewest_clock_digits = 0;
        return read_result(p, text_.end, text_.text_end, game_);
    }

  private:
    // Bits of the places in seen_: by what stood before a move of Black.
    static constexpr unsigned numbered_bit = 1;
    static constexpr unsigned after_clock = 2;
    static constexpr unsigned after_eval = 4;

    [[nodiscard]] IGN_INLINE bool note_eval(Mover mover, std::int32_t eval, Glyph glyph) {
        has_evals_ = true;
        Glyph foretold = predict_glyph(eval_before_, eval, mover);
        if (glyph != Glyph::none && glyph != foretold) return false;
        if (foretold != Glyph::none) game_.dump.glyphs.add(eval_before_, eval, mover, glyph);
        eval_before_ = eval;
        return true;
    }

    // Black's numbers stand, or are left out, by a rule that the layout can tell.
    [[nodiscard]] bool has_known_style() const {
        auto was_seen = [this](unsigned before) { return (seen_ >> before & 1) != 0; };
        if (was_seen(numbered_bit)) return false;
        DumpStyle& style = game_.dump;
        style.black_numbers =
            black_numbers_rule({.numbered_after_comment = was_seen(after_clock | numbered_bit),
                                .bare_after_comment = was_seen(after_clock),
                                .bare_after_eval = was_seen(after_eval),
                                .has_evals = has_evals_});
        bool after_any = style.black_numbers == BlackNumbers::after_comment;
        bool never = style.black_numbers == BlackNumbers::never;
        style.is_known = !was_seen(after_clock | (after_any ? 0 : numbered_bit)) &&
                         !was_seen(after_eval | (never ? numbered_bit : 0));
        return style.is_known;
    }

    const DumpText& text_;
    MoveTexts& known_;
    GameRecord& game_;
    std::size_t ply_ = 0;
    const char* last_move_;  // where one can begin and be read
    const MoveNumber* number_;
    unsigned seen_ = 0;
    unsigned before_this_ = 0;
    std::int32_t eval_before_ = eval_before_first_move;
    bool has_clocks_ = false;
    bool has_evals_ = false;
    chess::SanToken* tokens_;
    std::int32_t* clocks_;
    std::int32_t* evals_;
};

/// Reads and plays the moves from p on and the result; returns where the next game begins, or
/// nullptr for anything else, a move that is not legal or not canonical among it. The replay stands
/// on the start position; that Black begins is too rare to be read here.
///
/// A move is played when the text of the next has been read: the one does not wait for the other,
/// and the processor does both at once.
template <class Replay>
IGN_INLINE const char* read_moves(const char* p, const DumpText& text, MoveTexts& known,
                                  Replay& replay, GameRecord& game) {
    if (game.black_begins || game.first_number > most_move_number) return nullptr;
    MoveText moves(text, known, game);
    typename Replay::Run run(replay, game.number.reserve(MoveText::most_plies));
    auto registers = run.begin();
    for (;;) {
        if (!moves.begins_move<Mover::white>(p)) break;
        p = moves.read<Mover::white>(p);
        if (p == nullptr) return nullptr;
        if (moves.plies() > 1 && !run.template play<chess::Color::black>(
                                     registers, moves.last_but_one(), moves.plies() - 2))
            return nullptr;
        if (!moves.begins_move<Mover::black>(p)) break;
        p = moves.read<Mover::black>(p);
        if (p == nullptr) return nullptr;
        if (!run.template play<chess::Color::white>(registers, moves.last_but_one(),
                                                    moves.plies() - 2))
            return nullptr;
    }
    p = moves.finish(p);
    if (p == nullptr || !run.finish(registers, game.tokens.span())) return nullptr;
    game.number.commit(moves.plies());
    if (!replay.ends_canonically()) game.mate_sign = MateSign::plus;
    return p;
}

}  // namespace ign::convert::dump
