#include "ign/search/material_target.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "ign/base/ascii.hpp"

namespace ign::search {
namespace {

std::int32_t total(const PieceCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 1);  // the king
}

// The pieces of one side; nothing for what is not K and then pieces, or more than a board holds.
std::optional<PieceCounts> parse_side(std::string_view text, std::string_view letters) {
    if (text.empty() || text.front() != letters.back()) return std::nullopt;
    PieceCounts counts{};
    for (char c : text.substr(1)) {
        std::size_t type = letters.find(c);
        if (type >= counts.size() || total(counts) == 62) return std::nullopt;
        ++counts[type];
    }
    return counts;
}

}  // namespace

MaterialTarget::MaterialTarget(const PieceCounts& white, const PieceCounts& black)
    : counts_{white, black}, totals_{total(white), total(black)} {}

Result<MaterialQuery, std::string> parse_material(std::string_view text) {
    constexpr std::string_view capitals = "PNBRQK";  // in the order of PieceType
    constexpr std::string_view small = "pnbrqk";
    std::string letters(text);
    std::erase_if(letters, is_space);
    std::string_view sides = letters;
    std::size_t middle = std::min(sides.find('v'), sides.size());
    bool is_either = middle != sides.size();
    if (!is_either) middle = std::min(sides.find('k'), sides.size());
    auto left = parse_side(sides.substr(0, middle), capitals);
    sides.remove_prefix(middle);
    if (is_either) sides.remove_prefix(sides.starts_with("vs") ? 2 : 1);
    auto right = parse_side(sides, is_either ? capitals : small);
    if (!left || !right) {
        return fail(
            std::string("is two sides such as KRPvKR (either side has the pawn) or KRPkr "
                        "(White has it), each a king and then its pieces out of QRBNP"));
    }
    MaterialTarget first(*left, *right);
    return MaterialQuery{first, is_either ? MaterialTarget(*right, *left) : first};
}

}  // namespace ign::search
