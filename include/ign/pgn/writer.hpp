#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ign::pgn {

/// Appends `[Name "value"]` without a line break; `"` and `\` of the value get a backslash.
void write_tag(std::string_view name, std::string_view value, std::string& out);

/// The same into memory that holds most_tag_bytes. Returns the new end.
char* write_tag(std::string_view name, std::string_view value, char* out);
/// Room enough for write_tag of this name and value, in bytes.
[[nodiscard]] constexpr std::size_t most_tag_bytes(std::string_view name, std::string_view value) {
    return name.size() + 2 * value.size() + 5;
}

}  // namespace ign::pgn
