#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ign/pgn/dump_notes.hpp"

namespace ign::convert {

/// The judgement marks that Lichess writes behind the moves of analysed games.
enum class Glyph : std::uint8_t { none, inaccuracy, mistake, blunder };  // "", ?!, ?, ??

/// Whose move is judged.
enum class Mover : std::uint8_t { white, black };

/// White's evaluation before the first move, by which that move is judged (centipawns).
inline constexpr std::int32_t eval_before_first_move = 15;

namespace detail {

/// An evaluation from the mover's side.
struct Score {
    bool is_mate;
    std::int32_t value;  ///< centipawns, or moves to mate
};

/// `eval` is a value of the column `eval`, White's view.
inline Score seen_by(Mover mover, std::int32_t eval) {
    std::int32_t sign = mover == Mover::white ? 1 : -1;
    if (eval > pgn::most_centipawns) return {true, sign * (pgn::mate_base - eval)};
    if (eval < -pgn::most_centipawns) return {true, -sign * (eval + pgn::mate_base + 1)};
    return {false, sign * eval};
}

/// By how much worse a move has made the mover's position.
inline Glyph judge_loss(std::int32_t centipawns) {
    if (centipawns >= 300) return Glyph::blunder;
    if (centipawns >= 100) return Glyph::mistake;
    return centipawns >= 50 ? Glyph::inaccuracy : Glyph::none;
}

/// How bad it is to lose or allow a mate, by what else the position is worth to its owner.
inline Glyph judge_mate(std::int32_t worth) {
    if (worth > 999) return Glyph::inaccuracy;
    return worth > 700 ? Glyph::mistake : Glyph::blunder;
}

/// Both before and after the move there is a mate.
inline Glyph judge_mates(std::int32_t before, std::int32_t after) {
    if (before <= 0) return Glyph::none;
    if (after < 0) return Glyph::blunder;
    return after >= before && before <= 5 ? Glyph::inaccuracy : Glyph::none;
}

}  // namespace detail

/// The glyph that Lichess gives for a move from the evaluations before and after it (values as in
/// the column `eval`, White's view), if it gives one at all: see GlyphRule. Source:
/// ../shared/lichess-layout.md, D3, "Glyph by analysis".
inline Glyph predict_glyph(std::int32_t before, std::int32_t after, Mover mover) {
    constexpr std::int32_t cap = 1000;
    detail::Score from = detail::seen_by(mover, before);
    detail::Score to = detail::seen_by(mover, after);
    if (from.is_mate && to.is_mate) return detail::judge_mates(from.value, to.value);
    if (from.is_mate) return from.value > 0 ? detail::judge_mate(to.value) : Glyph::none;
    if (to.is_mate) return to.value < 0 ? detail::judge_mate(-from.value) : Glyph::none;
    return detail::judge_loss(std::clamp(from.value, -cap, cap) - std::clamp(to.value, -cap, cap));
}

/// Does a judged move's glyph stand behind later moves too? In the dumps from 2023-12 to 2024-06 it
/// does.
enum class GlyphCarry : std::uint8_t {
    nowhere,
    to_next,   ///< behind every move up to the next judged one
    from_last  ///< behind all moves after the last judged one
};

/// Puts the glyphs of the judged moves, one for each half-move, behind those that carry them too.
void carry_glyphs(GlyphCarry carry, std::span<Glyph> glyphs);

/// Which of the foretold glyphs stand in the text. The exporter of the dumps judges by centipawns,
/// but only where the analysis has kept a better line, and the site keeps one where its own
/// judgement, by winning chances, finds fault. The two factors are those of its logistic curve;
/// found by comparing dumps of 2013, 2021, 2025 and 2026, where they leave 1 of 28, 80, 340 and 94
/// glyphs open.
enum class GlyphRule : std::uint8_t {
    none,           ///< no glyph is foretold
    all,            ///< all (2013)
    chances_004,    ///< where 2 / (1 + exp(-0.004 centipawns)) - 1 falls by 0.1 or more (2021)
    chances_00368,  ///< the same with 0.00368208 (2025 and later)
};

/// The rules that foretell glyphs.
inline constexpr std::array glyph_rules = {GlyphRule::all, GlyphRule::chances_004,
                                           GlyphRule::chances_00368};

/// Does the glyph that predict_glyph has foretold stand in the text?
bool is_expected(GlyphRule rule, std::int32_t before, std::int32_t after, Mover mover);

/// For each rule, where the foretold glyphs of a game break it: the part G of the column `rest`
/// (layout.hpp).
class GlyphMarks {
  public:
    /// Forgets the game.
    void clear();
    /// The next foretold glyph, and whether the text has it.
    void add(std::int32_t before, std::int32_t after, Mover mover, Glyph actual);

    /// The rule that is broken least; none if no glyph is foretold.
    [[nodiscard]] GlyphRule best_rule() const;
    /// A bit for each foretold glyph, lowest first, 1 = breaks the rule; zero bytes at the end are
    /// left out. Not for the rule none.
    [[nodiscard]] const std::string& exceptions(GlyphRule rule) const {
        return exceptions_[static_cast<std::size_t>(rule) - 1];
    }

  private:
    std::size_t foretold_ = 0;
    std::array<std::string, glyph_rules.size()> exceptions_;
    std::array<std::size_t, glyph_rules.size()> counts_{};
};

}  // namespace ign::convert
