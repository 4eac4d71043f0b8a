// The style that a game's text is written in, as far as it tells by looking.

#include <string>

#include "game_spans.hpp"
#include "ign/convert/layout.hpp"

namespace ign::convert {
namespace {

Glyph glyph_behind(const char* move_end, const char* end) {
    if (move_end == end || *move_end != '?') return Glyph::none;
    if (move_end + 1 == end) return Glyph::mistake;
    if (move_end[1] == '!') return Glyph::inaccuracy;
    return move_end[1] == '?' ? Glyph::blunder : Glyph::mistake;
}

}  // namespace

void LayoutWriter::detect_style(const GameRecord& game) {
    std::size_t first_end = game.text.find_first_of(line_ends);
    if (first_end != std::string_view::npos && game.text[first_end] == '\r') {
        bool crlf = first_end + 1 < game.text.size() && game.text[first_end + 1] == '\n';
        style_.line_end = crlf ? LineEnd::crlf : LineEnd::cr;
    }
    for (const MoveSpan& move : game.moves.span()) {
        if (move.begin == game.text.data() || move.begin[-1] == ' ') continue;
        if (move.begin[-1] == '.') style_.numbers = NumberForm::tight;
        break;
    }
    std::size_t brace = game.movetext.find('{');
    std::size_t spaced = game.movetext.find("{ [%");
    if (spaced == std::string_view::npos || spaced != brace) {
        if (game.movetext.find("{[%") != std::string_view::npos) style_.notes = NoteForm::tight;
    }
    if (game.fewest_clock_digits < game.clock_digits) style_.clocks = ClockForm::shortest;
    style_.windows_1252 = has_windows_1252(game);
    detect_number_start(game);
    detect_black_numbers(game);
    detect_glyphs(game);
}

void LayoutWriter::detect_black_numbers(const GameRecord& game) {
    BlackNumberSigns signs{.has_evals = game.has_evals};
    bool without_comment = false;
    bool is_early = style_.number_start == NumberStart::half_a_move_early;
    Mover white_number = is_early ? Mover::black : Mover::white;  // whose moves always have one
    for (std::size_t ply = 1; ply < game.moves.size(); ++ply) {
        if (mover_of(game, ply) == white_number) continue;
        std::string_view gap = between(game.moves[ply - 1].end, game.moves[ply].begin);
        std::size_t last = gap.find_last_not_of(" \r\n");
        bool numbered = last != std::string_view::npos && gap[last] == '.';
        bool comment = gap.find('{') != std::string_view::npos;
        bool eval = comment && gap.find("[%eval") != std::string_view::npos;
        without_comment |= numbered && !comment;
        signs.numbered_after_comment |= numbered && comment && !eval;
        signs.bare_after_eval |= !numbered && eval;
        signs.bare_after_comment |= !numbered && comment && !eval;
    }
    style_.black_numbers = without_comment ? BlackNumbers::always : black_numbers_rule(signs);
}

// The number before the first move tells; those after it are compared as they come.
void LayoutWriter::detect_number_start(const GameRecord& game) {
    if (game.moves.size() == 0 || game.first_number == 0) return;
    std::string_view lead = between(moves_begin(game), game.moves[0].begin);
    lead = lead.substr(0, lead.find_last_not_of(' ') + 1);
    std::string early = game.black_begins ? std::to_string(game.first_number) + "."
                                          : std::to_string(game.first_number - 1) + "...";
    if (!lead.ends_with(early)) return;
    lead.remove_suffix(early.size());
    bool is_whole = lead.empty() || lead.back() < '0' || lead.back() > '9';
    if (is_whole) style_.number_start = NumberStart::half_a_move_early;
}

// Foretells glyphs where all that differs from the source are glyphs that it does not have, or that
// are carried from move to move.
void LayoutWriter::detect_glyphs(const GameRecord& game) {
    glyph_exceptions_.clear();
    for (GlyphCarry carry : {GlyphCarry::nowhere, GlyphCarry::to_next, GlyphCarry::from_last}) {
        if (!detect_judged(game, carry)) continue;
        if (game.has_evals) take_glyph_rule(glyph_marks_);
        if (style_.glyphs != GlyphRule::none) style_.glyph_carry = carry;
        return;
    }
    glyphs_.assign(game.moves.size(), Glyph::none);
}

// Which moves are judged, if glyphs are carried in this way? False if the text has others.
bool LayoutWriter::detect_judged(const GameRecord& game, GlyphCarry carry) {
    std::size_t plies = game.moves.size();
    glyphs_.assign(plies, Glyph::none);
    glyph_marks_.clear();
    if (!game.has_evals) return carry == GlyphCarry::nowhere;
    auto glyph_of = [&](std::size_t ply) {
        return glyph_behind(game.moves[ply].end, text_end(game));
    };
    // Of equal glyphs at the end the first one is a judgement, all others may be carried.
    std::size_t first_carried = carry == GlyphCarry::to_next ? 0 : plies;
    if (carry == GlyphCarry::from_last) {
        while (first_carried > 1 && glyph_of(first_carried - 2) == glyph_of(plies - 1))
            --first_carried;
    }
    std::int32_t before = eval_before_first_move;
    Glyph carried = Glyph::none;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        std::int32_t eval = game.evals[ply];
        Glyph actual = glyph_of(ply);
        Glyph foretold =
            eval == no_note ? Glyph::none : predict_glyph(before, eval, mover_of(game, ply));
        bool may_carry = ply >= first_carried;
        bool is_judged = actual != Glyph::none && actual == foretold &&
                         (carry != GlyphCarry::from_last || !may_carry);
        if (is_judged) carried = actual;
        if (!is_judged && actual != (may_carry ? carried : Glyph::none)) return false;
        glyphs_[ply] = actual;
        if (foretold != Glyph::none) {
            glyph_marks_.add(before, eval, mover_of(game, ply), is_judged ? actual : Glyph::none);
        }
        if (eval != no_note) before = eval;
    }
    return true;
}

void LayoutWriter::take_glyph_rule(const GlyphMarks& marks) {
    style_.glyphs = marks.best_rule();
    glyph_exceptions_.clear();
    if (style_.glyphs != GlyphRule::none) glyph_exceptions_ = marks.exceptions(style_.glyphs);
}

}  // namespace ign::convert
