#include "ign/pgn/boundary.hpp"

#include <cstddef>
#include <cstring>

namespace ign::pgn {

namespace {

/// A blank line is two line breaks: LF LF or (CR) LF CR LF.
bool is_boundary(const char* begin, const char* bracket, const char* end) {
    if (end - bracket < static_cast<std::ptrdiff_t>(event_start.size())) return false;
    if (std::string_view(bracket, event_start.size()) != event_start) return false;
    const std::string_view before(begin, static_cast<std::size_t>(bracket - begin));
    return before.ends_with("\n\n") || before.ends_with("\n\r\n");
}

}  // namespace

const char* find_game_boundary(const char* begin, const char* end) {
    for (const char* position = begin; position != end; ++position) {
        position = static_cast<const char*>(
            std::memchr(position, '[', static_cast<std::size_t>(end - position)));
        if (position == nullptr) return nullptr;
        if (is_boundary(begin, position, end)) return position;
    }
    return nullptr;
}

const char* find_last_game_boundary(const char* begin, const char* end) {
    for (const char* position = end; position != begin;) {
        --position;
        if (*position == '[' && is_boundary(begin, position, end)) return position;
    }
    return nullptr;
}

Encoding detect_encoding(std::string_view first_bytes) {
    using namespace std::string_view_literals;
    if (first_bytes.starts_with("\xFF\xFE\0\0"sv)) return Encoding::utf32_le;
    if (first_bytes.starts_with("\0\0\xFE\xFF"sv)) return Encoding::utf32_be;
    if (first_bytes.starts_with("\xFF\xFE"sv)) return Encoding::utf16_le;
    if (first_bytes.starts_with("\xFE\xFF"sv)) return Encoding::utf16_be;
    if (first_bytes.starts_with("\xEF\xBB\xBF"sv)) return Encoding::utf8_with_mark;
    if (first_bytes.size() < 4) return Encoding::ascii_based;
    const auto is_start = [](char byte) { return byte == '[' || (byte >= '0' && byte <= '9'); };
    const std::string_view head = first_bytes.substr(0, 4);
    if (is_start(head[0]) && head.substr(1) == "\0\0\0"sv) return Encoding::utf32_le;
    if (is_start(head[3]) && head.substr(0, 3) == "\0\0\0"sv) return Encoding::utf32_be;
    if (is_start(head[0]) && head[1] == '\0' && head[3] == '\0') return Encoding::utf16_le;
    if (is_start(head[1]) && head[0] == '\0' && head[2] == '\0') return Encoding::utf16_be;
    return Encoding::ascii_based;
}

std::string_view describe(Encoding encoding) {
    switch (encoding) {
        case Encoding::ascii_based:
            return "UTF-8 or another extension of ASCII";
        case Encoding::utf8_with_mark:
            return "UTF-8 with a byte order mark";
        case Encoding::utf16_le:
            return "UTF-16, little-endian";
        case Encoding::utf16_be:
            return "UTF-16, big-endian";
        case Encoding::utf32_le:
            return "UTF-32, little-endian";
        case Encoding::utf32_be:
            return "UTF-32, big-endian";
    }
    return "unknown";
}

}  // namespace ign::pgn
