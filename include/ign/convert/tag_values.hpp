#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ign/convert/row_cursor.hpp"

namespace ign::convert {

/// The values of tags as a row holds them, in the spelling of the text they came from.
class TagValues {
  public:
    /// The value of a tag whose place in tag_fields is `field`, or -1; nothing if the row has none.
    /// Valid until the next call, and as long as the row's batch.
    std::optional<std::string_view> find(const RowCursor& row, std::string_view name, int field);

  private:
    std::string_view print_date(std::int32_t days);
    std::string_view print_time(std::int64_t milliseconds);
    std::string_view print_number(std::int32_t value);
    std::string_view print_change(std::int32_t value);

    std::array<char, 32> text_;
    std::size_t next_tag_ = 0;  // in the map, where the next name asked for is likely
};

}  // namespace ign::convert
