#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"
#include "ign/search/captures.hpp"

namespace ign::search {

/// How many of each piece, by PieceType; kings are not counted.
using PieceCounts = std::array<std::int32_t, 5>;

/// What stands on the board, wherever it stands.
class MaterialTarget {
  public:
    /// What each side has beside its king.
    MaterialTarget(const PieceCounts& white, const PieceCounts& black);

    [[nodiscard]] PieceTotals totals() const { return totals_; }

    /// Have both sides exactly these pieces?
    [[nodiscard]] IGN_INLINE bool matches(const chess::Position& position) const {
        using chess::Color;
        return static_cast<std::int32_t>(position.occupied().count()) ==
                   totals_.white + totals_.black &&
               count(position, Color::white) == counts_[0] &&
               count(position, Color::black) == counts_[1];
    }

    /// True only if no position that follows can match: a side has too few pawns, or too few to
    /// promote to what it lacks. Of the number of pieces see least_plies.
    [[nodiscard]] IGN_INLINE bool is_out_of_reach(const chess::Position& position) const {
        return !can_become(count(position, chess::Color::white), counts_[0]) ||
               !can_become(count(position, chess::Color::black), counts_[1]);
    }

  private:
    [[nodiscard]] IGN_INLINE static PieceCounts count(const chess::Position& position,
                                                      chess::Color color) {
        chess::Bitboard own = position.pieces(color);
        auto of = [own](chess::Bitboard pieces) __attribute__((always_inline)) {
            return static_cast<std::int32_t>((pieces & own).count());
        };
        chess::Bitboard diagonal = position.diagonal_sliders();
        chess::Bitboard orthogonal = position.orthogonal_sliders();
        return {of(position.pawns()), of(position.knights()), of(diagonal & ~orthogonal),
                of(orthogonal & ~diagonal), of(diagonal & orthogonal)};
    }

    /// Pieces go by captures; a pawn may become any other piece.
    [[nodiscard]] IGN_INLINE static bool can_become(const PieceCounts& now,
                                                    const PieceCounts& wanted) {
        constexpr auto pawn = static_cast<std::size_t>(chess::PieceType::pawn);
        std::int32_t missing = 0;
        for (std::size_t type = pawn + 1; type < now.size(); ++type) {
            missing += std::max(0, wanted[type] - now[type]);
        }
        return missing <= now[pawn] - wanted[pawn];
    }

    std::array<PieceCounts, 2> counts_;  // by Color
    PieceTotals totals_;
};

/// The alternatives that a material text means: `KRPvKR` is either side's rook and pawn, `KRPkr`
/// (letters as in FEN, capitals for White) White's.
struct MaterialQuery {
    MaterialTarget first;
    MaterialTarget second;  ///< the colours exchanged, or the same as `first`
};

/// Each side begins with its K, other pieces follow in any order: K Q R B N P. Blanks do not
/// matter, and `vs` does for `v`. The error says what is wrong.
[[nodiscard]] Result<MaterialQuery, std::string> parse_material(std::string_view text);

}  // namespace ign::search
