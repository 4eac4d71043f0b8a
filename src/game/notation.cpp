#include "ign/game/notation.hpp"

#include <algorithm>

namespace ign::game {

namespace {

constexpr std::string_view blanks = " \t\r\n,;";

}  // namespace

std::optional<std::uint8_t> take_number(std::string_view& text, int most) {
    if (text.empty() || text[0] < '1' || text[0] > '0' + most) return std::nullopt;
    auto number = static_cast<std::uint8_t>(text[0] - '1');
    text.remove_prefix(1);
    return number;
}

bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

void skip_between_moves(std::string_view& text) {
    while (!text.empty()) {
        std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (blanks.find(text.front()) != std::string_view::npos) {
            text.remove_prefix(1);
        } else if (digits != 0 && digits < text.size() && text[digits] == '.') {
            text.remove_prefix(std::min(text.find_first_not_of('.', digits), text.size()));
        } else {
            return;
        }
    }
}

std::string first_word(std::string_view text) {
    constexpr std::size_t longest = 16;
    return std::string(text.substr(0, std::min(text.find_first_of(blanks), longest)));
}

}  // namespace ign::game
