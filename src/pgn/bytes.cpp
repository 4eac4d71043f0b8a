#include "bytes.hpp"

#include <algorithm>

namespace ign::pgn {

namespace {

unsigned byte_at(const char* position) { return static_cast<unsigned char>(*position); }

bool starts_with(const char* position, const char* end, std::string_view prefix) {
    return std::string_view(position, static_cast<std::size_t>(end - position)).starts_with(prefix);
}

bool is_invisible_of_three(unsigned first, unsigned second, unsigned third) {
    if (first == 0xEF) return second == 0xBB && third == 0xBF;  // byte order mark
    if (first == 0xE3) return second == 0x80 && third == 0x80;  // ideographic space
    if (first != 0xE2) return false;
    if (second == 0x80) {
        return (third >= 0x80 && third <= 0x8F)      // spaces, zero-width, direction marks
               || (third >= 0xA8 && third <= 0xAF);  // separators, direction, narrow space
    }
    return second == 0x81 && ((third >= 0xA0 && third <= 0xA4) || (third >= 0xA6 && third <= 0xA9));
}

}  // namespace

std::size_t invisible_length(const char* position, const char* end) {
    if (position == end) return 0;
    if (byte_at(position) == 0xA0) return 1;
    if (end - position >= 2 && byte_at(position) == 0xC2) {
        const unsigned second = byte_at(position + 1);
        return second == 0xA0 || second == 0xAD ? 2 : 0;
    }
    if (end - position < 3) return 0;
    return is_invisible_of_three(byte_at(position), byte_at(position + 1), byte_at(position + 2))
               ? 3
               : 0;
}

std::size_t half_length(const char* position, const char* end) {
    if (position == end) return 0;
    if (byte_at(position) == 0xBD) return 1;
    return starts_with(position, end, "\xC2\xBD") ? 2 : 0;
}

std::size_t judgement_length(const char* position, const char* end) {
    // In order: White is better, Black is, White slightly, Black slightly, unclear; only move,
    // attack, initiative, counterplay, with the idea, better is, zugzwang; check, mate; !! ?? ?! !?
    // in one.
    constexpr std::array<std::string_view, 18> judgements = {
        "\xC2\xB1",     "\xE2\x88\x93", "\xE2\xA9\xB2", "\xE2\xA9\xB1", "\xE2\x88\x9E",
        "\xE2\x96\xA1", "\xE2\x86\x92", "\xE2\x86\x91", "\xE2\x87\x86", "\xE2\x88\x86",
        "\xE2\x8C\x93", "\xE2\xA8\x80", "\xE2\x80\xA0", "\xE2\x80\xA1", "\xE2\x80\xBC",
        "\xE2\x81\x87", "\xE2\x81\x88", "\xE2\x81\x89"};
    const auto* found = std::find_if(
        judgements.begin(), judgements.end(),
        [&](std::string_view judgement) { return starts_with(position, end, judgement); });
    return found == judgements.end() ? 0 : found->size();
}

std::size_t result_length(const char* position, const char* end) {
    if (position == end) return 0;
    if (*position == '*') return 1;
    if (const std::size_t half = half_length(position, end)) {
        const char* dash = position + half;
        if (dash == end || *dash != '-') return half;
        const std::size_t second = half_length(dash + 1, end);
        return second != 0 ? half + 1 + second : half;
    }
    for (const std::string_view result : {"1/2-1/2", "1/2", "1-0", "0-1"}) {
        if (!starts_with(position, end, result)) continue;
        const char* after = position + result.size();
        const bool runs_on = after != end && (is_digit(*after) || is_letter(*after) ||
                                              *after == '-' || *after == '/');
        return runs_on ? 0 : result.size();
    }
    return 0;
}

}  // namespace ign::pgn
