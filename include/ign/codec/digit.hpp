#pragma once

#include <cstdint>

namespace ign::codec {

/// Which move of how many: `index` from 1 to `radix`. All that the codec sees of a game.
struct Digit {
    std::uint32_t index;
    std::uint32_t radix;

    friend constexpr bool operator==(const Digit&, const Digit&) = default;
};

}  // namespace ign::codec
