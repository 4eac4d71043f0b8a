#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/search/filter.hpp"

namespace ign::search {

/// Numbers from `least` to `greatest`.
struct NumberRange {
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
};

/// `%` stands for any text, `_` for one character of UTF-8.
[[nodiscard]] bool is_like(std::string_view text, std::string_view pattern);

enum class Sense : std::uint8_t { plain, negated };

/// A condition without negations: they have been pushed down to the tests, so that unknown need not
/// be told from false.
struct Filter::Node {
    enum class Kind : std::uint8_t {
        all,
        any,
        number,   ///< the value is in one of the ranges
        text,     ///< the value compares so with texts[0]
        text_in,  ///< the value is one of the texts (sorted), or with Sense::negated none
        like,     ///< the value is like texts[0], or not
        columns,  ///< the values of both fields compare so
        null      ///< the value is NULL, or not
    };

    Kind kind = Kind::all;
    std::vector<Node> parts;
    columnar::Field field = {};
    columnar::Field other = {};
    Comparison comparison = Comparison::equal;
    Sense sense = Sense::plain;
    std::vector<NumberRange> ranges;
    std::vector<std::string> texts;
};

/// False if no row can be wanted; see Filter::may_match.
[[nodiscard]] bool may_match(const Filter::Node& node, const Filter::BoundsOf& bounds_of,
                             std::uint64_t rows);

/// Which rows of the batch are wanted.
[[nodiscard]] RowMask matches(const Filter::Node& node, const columnar::RowBatch& batch);

/// Does `order`, what <=> says of left and right, agree with the comparison?
[[nodiscard]] constexpr bool agrees(Comparison comparison, std::strong_ordering order) {
    switch (comparison) {
        case Comparison::equal:
            return order == 0;
        case Comparison::unequal:
            return order != 0;
        case Comparison::less:
            return order < 0;
        case Comparison::at_most:
            return order <= 0;
        case Comparison::greater:
            return order > 0;
        case Comparison::at_least:
            return order >= 0;
    }
    return false;
}

}  // namespace ign::search
