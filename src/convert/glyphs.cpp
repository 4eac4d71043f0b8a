#include "ign/convert/glyphs.hpp"

namespace ign::convert {
namespace {

constexpr std::int32_t most_counted = 1000;           // centipawns; beyond them nothing changes
constexpr std::int32_t whole_chance = 1'000'000'000;  // a game surely won
constexpr std::int32_t fault = whole_chance / 10;

// exp(-x) for 0 <= x < 8. The compiler computes the tables, so that every machine has the same.
consteval double exp_minus(double x) {
    double term = 1;
    double sum = 1;
    for (int i = 1; i <= 16; ++i) {
        term *= -x / 16 / i;
        sum += term;
    }
    for (int i = 0; i < 4; ++i) sum *= sum;
    return sum;
}

using Chances = std::array<std::int32_t, most_counted + 1>;

consteval Chances make_chances(double factor) {
    Chances chances{};
    for (std::int32_t i = 0; i <= most_counted; ++i) {
        double chance = 2 / (1 + exp_minus(factor * i)) - 1;
        chances[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(chance * whole_chance);
    }
    return chances;
}

constexpr Chances chances_004 = make_chances(0.004);
constexpr Chances chances_00368 = make_chances(0.00368208);

std::int32_t chance(const Chances& chances, std::int32_t centipawns) {
    std::int32_t counted = std::clamp(centipawns, -most_counted, most_counted);
    return counted < 0 ? -chances[static_cast<std::size_t>(-counted)]
                       : chances[static_cast<std::size_t>(counted)];
}

}  // namespace

bool is_expected(GlyphRule rule, std::int32_t before, std::int32_t after, Mover mover) {
    if (rule == GlyphRule::none) return false;
    if (rule == GlyphRule::all) return true;
    detail::Score from = detail::seen_by(mover, before);
    detail::Score to = detail::seen_by(mover, after);
    // A mate that is only put off is no fault by chances; one allowed or lost is.
    if (from.is_mate && to.is_mate) return to.value < 0;
    if (from.is_mate || to.is_mate) return true;
    const Chances& chances = rule == GlyphRule::chances_004 ? chances_004 : chances_00368;
    return chance(chances, from.value) - chance(chances, to.value) >= fault;
}

void carry_glyphs(GlyphCarry carry, std::span<Glyph> glyphs) {
    if (carry == GlyphCarry::nowhere) return;
    std::size_t first = 0;
    if (carry == GlyphCarry::from_last) {
        for (first = glyphs.size(); first != 0 && glyphs[first - 1] == Glyph::none;) --first;
    }
    Glyph carried = first == 0 ? Glyph::none : glyphs[first - 1];
    for (Glyph& glyph : glyphs.subspan(first)) {
        if (glyph == Glyph::none) glyph = carried;
        carried = glyph;
    }
}

void GlyphMarks::clear() {
    foretold_ = 0;
    counts_ = {};
    for (std::string& exceptions : exceptions_) exceptions.clear();
}

void GlyphMarks::add(std::int32_t before, std::int32_t after, Mover mover, Glyph actual) {
    for (std::size_t i = 0; i < glyph_rules.size(); ++i) {
        if (is_expected(glyph_rules[i], before, after, mover) == (actual != Glyph::none)) continue;
        ++counts_[i];
        std::string& bits = exceptions_[i];
        if (bits.size() <= foretold_ / 8) bits.resize(foretold_ / 8 + 1);
        bits[foretold_ / 8] |= static_cast<char>(1 << (foretold_ % 8));
    }
    ++foretold_;
}

GlyphRule GlyphMarks::best_rule() const {
    if (foretold_ == 0) return GlyphRule::none;
    // Of equals the latest, so that games of one dump get one layout.
    std::size_t best = glyph_rules.size() - 1;
    for (std::size_t i = best; i-- != 0;) {
        if (counts_[i] < counts_[best]) best = i;
    }
    return glyph_rules[best];
}

}  // namespace ign::convert
