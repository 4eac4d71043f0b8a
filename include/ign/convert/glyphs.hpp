#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "ign/pgn/dump_notes.hpp"

namespace ign::convert {

/// The judgement marks that Lichess writes behind the moves of analysed games.
enum class Glyph : std::uint8_t { none, inaccuracy, mistake, blunder };  // "", ?!, ?, ??

/// Which of the foretold glyphs of a game are not in its text: the part G of the column `rest`
/// (layout.hpp).
struct GlyphMarks {
    std::size_t foretold = 0;  ///< glyphs
    std::string missing;  ///< a bit for each of them, lowest first; zero bytes at the end left out

    void clear() {
        foretold = 0;
        missing.clear();
    }
    /// The next foretold glyph, and what the text has there: the same or none.
    void add(Glyph actual) {
        if (actual == Glyph::none) {
            if (missing.size() <= foretold / 8) missing.resize(foretold / 8 + 1);
            missing[foretold / 8] |= static_cast<char>(1 << (foretold % 8));
        }
        ++foretold;
    }
};

enum class Mover : std::uint8_t { white, black };

/// White's evaluation before the first move, by which that move is judged (centipawns).
inline constexpr std::int32_t eval_before_first_move = 15;

namespace detail {

/// An evaluation from the mover's side.
struct Score {
    bool is_mate;
    std::int32_t value;  ///< centipawns, or moves to mate
};

inline Score seen_by(Mover mover, std::int32_t eval) {
    std::int32_t sign = mover == Mover::white ? 1 : -1;
    if (eval > pgn::most_centipawns) return {true, sign * (pgn::mate_base - eval)};
    if (eval < -pgn::most_centipawns) return {true, -sign * (eval + pgn::mate_base + 1)};
    return {false, sign * eval};
}

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
/// the column `eval`, White's view), if it gives one at all: where its analysis kept no better line
/// it gives none, which the text does not show. Source: ../shared/lichess-layout.md, D3, "Glyph by
/// analysis".
inline Glyph predict_glyph(std::int32_t before, std::int32_t after, Mover mover) {
    constexpr std::int32_t cap = 1000;
    detail::Score from = detail::seen_by(mover, before);
    detail::Score to = detail::seen_by(mover, after);
    if (from.is_mate && to.is_mate) return detail::judge_mates(from.value, to.value);
    if (from.is_mate) return from.value > 0 ? detail::judge_mate(to.value) : Glyph::none;
    if (to.is_mate) return to.value < 0 ? detail::judge_mate(-from.value) : Glyph::none;
    return detail::judge_loss(std::clamp(from.value, -cap, cap) - std::clamp(to.value, -cap, cap));
}

}  // namespace ign::convert
