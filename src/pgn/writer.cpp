#include "ign/pgn/writer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ign::pgn {

namespace {

char* append(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

/// The same for the name of a tag, most of which have 4 to 16 bytes: two words that may overlap
/// take less time than a call.
char* append_name(char* out, std::string_view name) {
    std::size_t size = name.size();
    auto copy_ends = [&](auto word) {
        std::memcpy(&word, name.data(), sizeof word);
        std::memcpy(out, &word, sizeof word);
        std::memcpy(&word, name.data() + size - sizeof word, sizeof word);
        std::memcpy(out + size - sizeof word, &word, sizeof word);
        return out + size;
    };
    if (size > 16 || size < 4) return append(out, name);
    return size < 8 ? copy_ends(std::uint32_t{}) : copy_ends(std::uint64_t{});
}

bool is_special(char c) { return c == '"' || c == '\\'; }

/// Has the value a byte that needs a backslash? Without a branch for each byte: values are short.
bool has_special(std::string_view value) {
    bool special = false;
    for (char c : value) special |= is_special(c);
    return special;
}

}  // namespace

char* write_tag(std::string_view name, std::string_view value, char* out) {
    *out++ = '[';
    out = append_name(out, name);
    out = append(out, " \"");
    if (has_special(value)) [[unlikely]] {
        for (char c : value) {
            if (is_special(c)) *out++ = '\\';
            *out++ = c;
        }
    } else if (!value.empty()) {
        out = append(out, value);
    }
    return append(out, "\"]");
}

void write_tag(std::string_view name, std::string_view value, std::string& out) {
    std::size_t begin = out.size();
    out.resize(begin + most_tag_bytes(name, value));
    char* end = write_tag(name, value, out.data() + begin);
    out.resize(static_cast<std::size_t>(end - out.data()));
}

}  // namespace ign::pgn
