#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Numbers for people and scripts: text to bytes and back. Bytes are little-endian without leading
/// zero bytes; 0 is no byte.
namespace ign::codec {

/// Digits without leading zeros; `0` for no byte.
[[nodiscard]] std::string to_decimal(std::span<const std::byte> number);
/// Lower case, without prefix.
[[nodiscard]] std::string to_hex(std::span<const std::byte> number);

/// Digits only, at least one; nothing for any other text.
[[nodiscard]] std::optional<std::vector<std::byte>> from_decimal(std::string_view text);
/// Either case, with or without `0x`; nothing for any other text.
[[nodiscard]] std::optional<std::vector<std::byte>> from_hex(std::string_view text);

}  // namespace ign::codec
