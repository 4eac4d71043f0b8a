#include "ign/codec/natural.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <iterator>

namespace ign::codec {

namespace {

using boost::multiprecision::cpp_int;

cpp_int to_natural(std::span<const std::byte> number) {
    cpp_int value = 0;
    const auto* begin = reinterpret_cast<const unsigned char*>(number.data());
    if (!number.empty()) import_bits(value, begin, begin + number.size(), 8, false);
    return value;
}

std::vector<std::byte> to_bytes(const cpp_int& value) {
    std::vector<unsigned char> bytes;
    if (value != 0) export_bits(value, std::back_inserter(bytes), 8, false);
    std::vector<std::byte> number(bytes.size());
    std::transform(bytes.begin(), bytes.end(), number.begin(),
                   [](unsigned char byte) { return std::byte{byte}; });
    return number;
}

bool is_made_of(std::string_view text, std::string_view digits) {
    return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

/// cpp_int reads a leading 0 as octal and "0" as zero; so zeros in front have to go.
std::string without_leading_zeros(std::string_view digits) {
    std::size_t first = digits.find_first_not_of('0');
    return std::string(first == std::string_view::npos ? "0" : digits.substr(first));
}

}  // namespace

std::string to_decimal(std::span<const std::byte> number) { return to_natural(number).str(); }

std::string to_hex(std::span<const std::byte> number) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = number.size(); i-- > 0;) {
        auto byte = std::to_integer<unsigned>(number[i]);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return without_leading_zeros(text);
}

std::optional<std::vector<std::byte>> from_decimal(std::string_view text) {
    if (!is_made_of(text, "0123456789")) return std::nullopt;
    return to_bytes(cpp_int(without_leading_zeros(text)));
}

std::optional<std::vector<std::byte>> from_hex(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    if (!is_made_of(text, "0123456789abcdefABCDEF")) return std::nullopt;
    return to_bytes(cpp_int("0x" + without_leading_zeros(text)));
}

}  // namespace ign::codec
