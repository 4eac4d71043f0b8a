#pragma once

#include <string>
#include <string_view>

namespace ign {

/// Is every byte below 128?
[[nodiscard]] bool is_ascii(std::string_view bytes);

/// Well-formed by RFC 3629: no overlong form, no surrogate, nothing past U+10FFFF.
[[nodiscard]] bool is_valid_utf8(std::string_view bytes);

/// Appends the UTF-8 of windows-1252 bytes. The five bytes without a character there (81, 8D, 8F,
/// 90, 9D) become the control characters of the same number, as browsers do, so any bytes pass.
void append_windows_1252(std::string_view bytes, std::string& out);

/// The inverse of append_windows_1252 for valid UTF-8: appends the bytes and returns true, or
/// returns false if a character has none.
[[nodiscard]] bool append_as_windows_1252(std::string_view utf8, std::string& out);

/// `bytes` if they are UTF-8, else what they mean as windows-1252, written into `scratch`.
[[nodiscard]] std::string_view to_utf8(std::string_view bytes, std::string& scratch);

}  // namespace ign
