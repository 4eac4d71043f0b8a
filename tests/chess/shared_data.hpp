#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Reading of the reference data in ../shared.
namespace ign::test {

/// The lines of a file there; none if the folder is missing, with a warning.
std::vector<std::string> shared_lines(const std::string& name);

/// The value of a string field in a line of flat JSON without escapes; empty for null.
std::string json_string(std::string_view line, std::string_view key);
/// Is a field of a line of flat JSON `true`?
bool json_flag(std::string_view line, std::string_view key);

std::vector<std::string> split(std::string_view text, char separator);

}  // namespace ign::test
