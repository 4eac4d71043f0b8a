#include "shared_data.hpp"

#include <catch2/catch.hpp>
#include <fstream>

namespace ign::test {

std::vector<std::string> shared_lines(const std::string& name) {
    std::string path = std::string(IGN_SHARED_DIR) + "/" + name;
    std::ifstream file(path);
    if (!file) WARN(path << " is not there: its checks are left out");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

namespace {

std::string_view json_value(std::string_view line, std::string_view key) {
    std::string name = "\"";
    name.append(key).append("\": ");
    std::size_t at = line.find(name);
    REQUIRE(at != std::string_view::npos);
    return line.substr(at + name.size());
}

}  // namespace

std::string json_string(std::string_view line, std::string_view key) {
    std::string_view value = json_value(line, key);
    if (value.starts_with("null")) return {};
    REQUIRE(value.starts_with('"'));
    value.remove_prefix(1);
    return std::string(value.substr(0, value.find('"')));
}

bool json_flag(std::string_view line, std::string_view key) {
    return json_value(line, key).starts_with("true");
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        std::string_view part = text.substr(0, text.find(separator));
        if (!part.empty()) parts.emplace_back(part);
        text.remove_prefix(std::min(part.size() + 1, text.size()));
    }
    return parts;
}

}  // namespace ign::test
