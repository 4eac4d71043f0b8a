#pragma once

#include <string>
#include <string_view>

namespace ign::pgn {

/// Appends `[Name "value"]` without a line break; `"` and `\` of the value get a backslash.
void write_tag(std::string_view name, std::string_view value, std::string& out);

}  // namespace ign::pgn
