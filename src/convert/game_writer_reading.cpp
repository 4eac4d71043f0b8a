// What the columns of a row say of a game: its moves, clocks, evaluations and glyphs.

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "ign/chess/fen.hpp"
#include "ign/convert/game_writer.hpp"

namespace ign::convert {

using columnar::Field;

bool GameWriter::start_position(const RowCursor& row, const Parts* parts) {
    position_ = chess::Position::standard();
    first_number_ = 1;
    first_mover_ = Mover::white;
    auto fen = row.bytes(Field::fen);
    if (!fen) {
        if (row.has(Field::fen) || is_known_as_standard(row, parts)) return true;
        return fail("the start position may be another one: the column FEN is missing");
    }
    auto position = chess::parse_fen(*fen);
    if (!position) return fail("the column FEN holds no position: " + std::string(*fen));
    position_ = *position;
    first_number_ = position_.fullmove_number();
    first_mover_ = position_.turn() == chess::Color::white ? Mover::white : Mover::black;
    return true;
}

template <class Playback>
IGN_INLINE chess::NumberEnd GameWriter::spell(game::Resignation resignation) {
    Playback playback;
    playback.start(position_, resignation);
    typename Playback::Digits digits(number_);
    while (!digits.done()) {
        if (moves_.size() == plies_limit) return chess::NumberEnd::stopped;
        chess::SpelledMove played;
        chess::NumberEnd end = playback.play(digits, played);
        if (end != chess::NumberEnd::whole) return end;
        MoveText* move = moves_.reserve(1);
        char* begin = move->text.data();
        move->size = static_cast<std::uint8_t>(chess::write_san(played, begin) - begin);
        moves_.commit(1);
    }
    return chess::NumberEnd::whole;
}

template <chess::Numbering numbering>
IGN_TARGET_V3 chess::NumberEnd GameWriter::spell_v3(game::Resignation resignation) {
    return spell<chess::Playback<chess::PextSliders, numbering, chess::Spelling::san>>(resignation);
}
template <chess::Numbering numbering>
IGN_TARGET_ANY chess::NumberEnd GameWriter::spell_any(game::Resignation resignation) {
    return spell<chess::Playback<chess::MagicSliders, numbering, chess::Spelling::san>>(
        resignation);
}
#if defined(__x86_64__)
IGN_TARGET_V4 chess::NumberEnd GameWriter::spell_v4(game::Resignation resignation) {
    return spell<chess::LanePlayback<chess::Spelling::san>>(resignation);
}
#else
chess::NumberEnd GameWriter::spell_v4(game::Resignation resignation) {
    return spell_any<chess::Numbering::pseudo_legal>(resignation);
}
#endif

template <chess::Numbering numbering>
bool GameWriter::unfold(std::string_view number, game::Resignation resignation) {
    moves_.clear();
    number_.start(std::as_bytes(std::span(number.data(), number.size())));
    constexpr bool is_legal = numbering == chess::Numbering::legal;
    chess::NumberEnd end = !is_legal && chess::cpu_has_lanes() ? spell_v4(resignation)
                           : chess::cpu_has_pext()             ? spell_v3<numbering>(resignation)
                                                               : spell_any<numbering>(resignation);
    if (end == chess::NumberEnd::no_move) {
        return fail("no move is possible at ply " + std::to_string(moves_.size() + 1));
    }
    if (end == chess::NumberEnd::illegal_move) {
        return fail("illegal move at ply " + std::to_string(moves_.size() + 1));
    }
    if (end == chess::NumberEnd::stopped) {
        return fail("the number has more than " + std::to_string(plies_limit) + " half-moves");
    }
    return true;
}

bool GameWriter::read_moves(const RowCursor& row) {
    auto number = row.bytes(Field::ign);
    if (!number) return fail("the row has neither a number nor its text");
    std::optional<NumberingScheme> scheme = default_numbering_;
    if (auto name = row.bytes(Field::numbering)) {
        auto named = parse_numbering_scheme(*name);
        if (!named) return fail("unknown numbering: " + std::string(*name));
        scheme = *named;
    }
    if (!scheme)
        return fail("which moves its number counts is not said: the column numbering is missing");
    return scheme->moves == chess::Numbering::legal
               ? unfold<chess::Numbering::legal>(*number, scheme->resignation)
               : unfold<chess::Numbering::pseudo_legal>(*number, scheme->resignation);
}

void GameWriter::read_notes(const RowCursor& row) {
    notes_.assign(moves_.size(), PlyNotes{});
    read_clocks(row);
    RowCursor::List evals = row.list(Field::eval);
    std::size_t value = 0;
    for (std::size_t i = 0; i < std::min(evals.definition.size(), notes_.size()); ++i) {
        if (evals.definition[i] == 3) notes_[i].eval = evals.values[value++];
    }
}

void GameWriter::read_clocks(const RowCursor& row) {
    std::int32_t scale = row.number(Field::clock_scale).value_or(1);
    clock_digits_ = scale >= 1000 ? 3 : scale >= 100 ? 2 : scale >= 10 ? 1 : 0;
    constexpr std::int32_t units[] = {1000, 100, 10, 1};
    std::int32_t unit = units[clock_digits_];
    for (Mover side : {Mover::white, Mover::black}) {
        bool white = side == Mover::white;
        RowCursor::List spent = row.list(white ? Field::spent_white : Field::spent_black);
        std::size_t first_ply = side == first_mover_ ? 0 : 1;
        if (!spent.definition.empty()) {
            read_side(spent, ClockColumns::spent, first_ply, unit);
        } else {
            read_side(row.list(white ? Field::clock_white : Field::clock_black),
                      ClockColumns::remaining, first_ply, unit);
        }
    }
}

// The clocks of one side, whose moves are every second one from `ply` on. Values that no clock can
// have come from other programs only; they are passed over.
void GameWriter::read_side(RowCursor::List list, ClockColumns kind, std::size_t ply,
                           std::int32_t unit) {
    std::optional<std::int64_t> before;
    std::size_t value = 0;
    for (columnar::Level definition : list.definition) {
        if (ply >= notes_.size()) return;
        if (definition == 3) {
            std::int64_t clock = list.values[value++];
            if (kind == ClockColumns::spent && before) clock = *before - clock;
            before = clock;
            bool fits = clock >= 0 && clock <= std::numeric_limits<std::int32_t>::max() / unit;
            if (fits) notes_[ply].clock = static_cast<std::int32_t>(clock) * unit;
        }
        ply += 2;
    }
}

void GameWriter::carry_read_glyphs(GlyphCarry carry) {
    std::vector<Glyph> glyphs;
    for (const PlyNotes& notes : notes_) glyphs.push_back(notes.glyph);
    carry_glyphs(carry, glyphs);
    for (std::size_t ply = 0; ply < notes_.size(); ++ply) notes_[ply].glyph = glyphs[ply];
}

void GameWriter::read_glyphs(GlyphRule rule, std::string_view exceptions) {
    if (rule == GlyphRule::none) return;
    std::int32_t before = eval_before_first_move;
    std::size_t foretold = 0;
    bool black = first_mover_ == Mover::black;
    for (PlyNotes& notes : notes_) {
        Mover mover = black ? Mover::black : Mover::white;
        black = !black;
        if (notes.eval == no_note) continue;
        Glyph glyph = predict_glyph(before, notes.eval, mover);
        if (glyph != Glyph::none) {
            bool is_exception =
                foretold / 8 < exceptions.size() &&
                (static_cast<unsigned char>(exceptions[foretold / 8]) >> (foretold % 8) & 1) != 0;
            ++foretold;
            if (is_expected(rule, before, notes.eval, mover) != is_exception) notes.glyph = glyph;
        }
        before = notes.eval;
    }
}

}  // namespace ign::convert
