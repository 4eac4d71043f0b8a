#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ign/columnar/row_batch.hpp"

/// Counting of levels, of which a vector of the processor holds many.
namespace ign::columnar {

namespace detail {

/// Levels that are counted in a byte.
inline constexpr std::size_t levels_at_once = 128;

}  // namespace detail

/// How many of `count` levels are `level`.
inline std::size_t count_levels(const Level* levels, std::size_t count, Level level) {
    std::size_t total = 0;
    while (count != 0) {
        std::size_t some = std::min(count, detail::levels_at_once);
        std::uint8_t equal = 0;
        for (std::size_t i = 0; i < some; ++i) {
            equal = static_cast<std::uint8_t>(equal + (levels[i] == level ? 1 : 0));
        }
        total += equal;
        levels += some;
        count -= some;
    }
    return total;
}

/// The slots of the first rows of `slots` slots that begin with a row: a row's first slot has
/// repetition 0, and the rows end before the next one, or with the slots.
inline std::size_t slots_of_rows(const Level* repetition, std::size_t slots, std::size_t rows) {
    std::size_t slot = 0;
    while (rows > 1 && slots - slot > detail::levels_at_once) {
        std::size_t begun = count_levels(repetition + slot, detail::levels_at_once, 0);
        if (begun > rows) break;
        rows -= begun;
        slot += detail::levels_at_once;
    }
    for (; slot != slots; ++slot) {
        const void* next = std::memchr(repetition + slot, 0, slots - slot);
        if (next == nullptr) return slots;
        slot = static_cast<std::size_t>(static_cast<const Level*>(next) - repetition);
        if (rows-- == 0) break;
    }
    return slot;
}

}  // namespace ign::columnar
