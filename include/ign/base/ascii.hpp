#pragma once

#include <algorithm>
#include <string>
#include <string_view>

/// Characters of ASCII, whatever the locale: every byte of 128 or more is none of these, and stays
/// as it is.
namespace ign {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
/// Blank, tab, line feed, vertical tab, form feed, carriage return.
[[nodiscard]] constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

[[nodiscard]] constexpr char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
    return is_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

/// Every character in its small form.
[[nodiscard]] inline std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), to_lower);
    return text;
}

/// Are the words the same but for capitals?
[[nodiscard]] constexpr bool same_word(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, {}, to_lower, to_lower);
}

}  // namespace ign
