#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/base/result.hpp"
#include "ign/chess/position.hpp"

namespace ign::search {

/// How many of each piece, by PieceType; kings are not counted.
using PieceCounts = std::array<std::uint8_t, 5>;

/// What stands on the board, wherever it stands.
class MaterialTarget {
  public:
    MaterialTarget(const PieceCounts& white, const PieceCounts& black);

    [[nodiscard]] std::uint32_t piece_count() const { return piece_count_; }  ///< with both kings

    [[nodiscard]] bool matches(const chess::Position& position) const {
        return position.occupied().count() == piece_count_ && has_same_pieces(position);
    }

    /// True only if no position that follows can match: a side has too few pieces or pawns, or too
    /// few pawns to promote to what it lacks.
    [[nodiscard]] bool is_out_of_reach(const chess::Position& position) const;

  private:
    [[nodiscard]] bool has_same_pieces(const chess::Position& position) const;

    std::array<PieceCounts, 2> counts_;  // by Color
    std::uint32_t piece_count_;
};

/// The alternatives that a material text means: `KRPvKR` is either side's rook and pawn, `KRPkr`
/// (letters as in FEN, capitals for White) White's.
struct MaterialQuery {
    MaterialTarget first;
    MaterialTarget second;  ///< the colours exchanged, or the same as `first`
};

/// Each side begins with its K, other pieces follow in any order: K Q R B N P. The error says what
/// is wrong.
[[nodiscard]] Result<MaterialQuery, std::string> parse_material(std::string_view text);

}  // namespace ign::search
