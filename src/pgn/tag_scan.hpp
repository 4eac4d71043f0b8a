#pragma once

#include <cstdint>

#include "ign/pgn/tokenizer.hpp"

namespace ign::pgn {

/// Did the scan of a tag look at the end of its text?
enum class ScanEnd : std::uint8_t { settled, ran_out };

struct TagScan {
    TagPair pair;
    const char* end;  // behind the token
    ScanEnd scan_end;
};

/// The tag pair that starts with the `[` at `begin`; text past `end` is taken for a line break.
/// Damage stays within the line:
/// - a quote closes the value if `]` follows (white space apart) or the line ends there,
///   any other unescaped quote is part of the value;
/// - a line break inside a value ends the tag;
/// - without a quoted value the tag ends with the first `]` of its line, or with the line; it has a
///   name only if that stands on its line too.
[[nodiscard]] TagScan scan_tag(const char* begin, const char* end);

}  // namespace ign::pgn
