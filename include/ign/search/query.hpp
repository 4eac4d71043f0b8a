#pragma once

#include <cstdint>
#include <optional>

#include "ign/convert/numbering_scheme.hpp"
#include "ign/search/filter.hpp"
#include "ign/search/line.hpp"
#include "ign/search/material_target.hpp"
#include "ign/search/position_target.hpp"

namespace ign::search {

/// Which rows a query asks for.
enum class Wanted : std::uint8_t {
    matching,  ///< rows for which all that is asked holds
    others     ///< all other rows, rejected games among them
};

/// What rows are searched for. All that is given must hold of a row, each by itself: position and
/// material may be reached at different plies.
struct Query {
    /// Games from the line's start (by is_same_position) that begin with its moves; a game of
    /// exactly these moves does, and every game begins with no move.
    std::optional<Line> line;
    std::optional<PositionTarget> position;  ///< reached at any ply, the start included
    std::optional<MaterialQuery> material;   ///< likewise
    std::optional<Filter> where;
    Wanted wanted = Wanted::matching;
    /// Of rows that do not say by which numbering they are numbered, in files that do not either.
    std::optional<convert::NumberingScheme> numbering;
};

}  // namespace ign::search
