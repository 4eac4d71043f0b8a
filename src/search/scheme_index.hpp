#pragma once

#include <cstddef>

#include "ign/convert/numbering_scheme.hpp"

namespace ign::search {

inline constexpr std::size_t scheme_count = 4;

/// For arrays with an entry for each way of numbering.
[[nodiscard]] constexpr std::size_t index_of(convert::NumberingScheme scheme) {
    return 2 * static_cast<std::size_t>(scheme.resignation) +
           static_cast<std::size_t>(scheme.moves);
}

[[nodiscard]] constexpr convert::NumberingScheme scheme_at(std::size_t index) {
    return {static_cast<chess::Numbering>(index % 2), static_cast<game::Resignation>(index / 2)};
}

}  // namespace ign::search
