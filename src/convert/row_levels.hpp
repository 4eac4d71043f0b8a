#pragma once

#include "ign/columnar/row_batch.hpp"

/// What the levels of a row's lists and of its map mean, as explained at columnar::Leaf.
namespace ign::convert {

inline constexpr columnar::Level null_list = 0;
inline constexpr columnar::Level empty_list = 1;
inline constexpr columnar::Level null_element = 2;
inline constexpr columnar::Level element = 3;
inline constexpr columnar::Level empty_map = 1;
inline constexpr columnar::Level map_entry = 2;

/// The one slot of a row whose list or map holds nothing.
inline void append_empty_row_level(columnar::Leaf& leaf, columnar::Level definition) {
    leaf.definition.push_back(definition);
    leaf.repetition.push_back(0);
}

}  // namespace ign::convert
