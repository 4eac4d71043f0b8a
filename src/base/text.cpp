#include "ign/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace ign {

namespace {

/// Code points of the bytes 80 to 9F. Source: the WHATWG index of windows-1252.
constexpr std::array<std::uint16_t, 32> windows_1252_upper = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

/// Bytes of the sequence that `lead` starts and the range its second byte must be in (RFC 3629,
/// section 4); no bytes if it starts none.
struct Sequence {
    std::uint8_t bytes;
    std::uint8_t second_low;
    std::uint8_t second_high;
};

constexpr Sequence sequence_of(unsigned lead) {
    if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
    if (lead == 0xE0) return {3, 0xA0, 0xBF};
    if (lead == 0xED) return {3, 0x80, 0x9F};
    if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
    if (lead == 0xF0) return {4, 0x90, 0xBF};
    if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
    if (lead == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

std::size_t ascii_prefix(std::string_view bytes) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    std::size_t length = 0;
    while (bytes.size() - length >= sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + length, sizeof word);
        if ((word & high_bits) != 0) break;
        length += sizeof word;
    }
    while (length < bytes.size() && static_cast<unsigned char>(bytes[length]) < 0x80) ++length;
    return length;
}

/// Length of the well-formed sequence of more than one byte at the start, or 0.
std::size_t sequence_length(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const Sequence sequence = sequence_of(byte(0));
    if (sequence.bytes == 0 || bytes.size() < sequence.bytes) return 0;
    if (byte(1) < sequence.second_low || byte(1) > sequence.second_high) return 0;
    for (std::size_t i = 2; i < sequence.bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    return sequence.bytes;
}

}  // namespace

bool is_ascii(std::string_view bytes) { return ascii_prefix(bytes) == bytes.size(); }

bool is_valid_utf8(std::string_view bytes) {
    for (;;) {
        bytes.remove_prefix(ascii_prefix(bytes));
        if (bytes.empty()) return true;
        const std::size_t length = sequence_length(bytes);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
}

void append_windows_1252(std::string_view bytes, std::string& out) {
    while (!bytes.empty()) {
        const std::size_t ascii = ascii_prefix(bytes);
        out.append(bytes, 0, ascii);
        bytes.remove_prefix(ascii);
        if (bytes.empty()) return;
        const auto byte = static_cast<unsigned char>(bytes[0]);
        const unsigned code_point = byte < 0xA0 ? windows_1252_upper[byte - 0x80] : byte;
        if (code_point < 0x800) {
            out += static_cast<char>(0xC0 | (code_point >> 6));
        } else {
            out += static_cast<char>(0xE0 | (code_point >> 12));
            out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
        }
        out += static_cast<char>(0x80 | (code_point & 0x3F));
        bytes.remove_prefix(1);
    }
}

bool append_as_windows_1252(std::string_view utf8, std::string& out) {
    for (std::size_t i = 0; i < utf8.size();) {
        auto lead = static_cast<unsigned char>(utf8[i]);
        std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (length > utf8.size() - i) return false;
        unsigned code_point = length == 1 ? lead : lead & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) {
            code_point = code_point << 6 | (static_cast<unsigned char>(utf8[i + k]) & 0x3FU);
        }
        i += length;
        const auto upper =
            std::find(windows_1252_upper.begin(), windows_1252_upper.end(), code_point);
        if (upper != windows_1252_upper.end()) {
            code_point = 0x80U + static_cast<unsigned>(upper - windows_1252_upper.begin());
        } else if (code_point > 0xFF || (code_point >= 0x80 && code_point < 0xA0)) {
            return false;
        }
        out += static_cast<char>(code_point);
    }
    return true;
}

std::string_view to_utf8(std::string_view bytes, std::string& scratch) {
    if (is_valid_utf8(bytes)) return bytes;
    scratch.clear();
    append_windows_1252(bytes, scratch);
    return scratch;
}

}  // namespace ign
