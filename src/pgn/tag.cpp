#include <algorithm>
#include <cassert>

#include "bytes.hpp"
#include "tag_scan.hpp"

namespace ign::pgn {

namespace {

using detail::name_bit;
using detail::value_stop_bit;

std::string_view view(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

const char* trim_end(const char* begin, const char* end) {
    while (end != begin && is_white(end[-1])) --end;
    return end;
}

bool holds_line_break(const char* begin, const char* end) {
    return find_line_end(begin, end) != end;
}

/// No quoted value: what can be made out between the name and the bracket or the line's end.
TagScan scan_unquoted(const char* begin, std::string_view name, const char* name_end,
                      const char* end) {
    const char* stop = name_end;
    while (stop != end && *stop != ']' && !is_line_break(*stop)) ++stop;
    const ScanEnd scan_end = stop == end ? ScanEnd::ran_out : ScanEnd::settled;
    const char* value = skip_white(name_end, stop);
    const char* token_end = stop != end && *stop == ']' ? stop + 1 : trim_end(begin, stop);
    // `[White Elo "1500"]` is no White tag: with a quote further on, the name is not known.
    if (std::find(value, stop, '"') != stop) name = {};
    return {{name, view(value, trim_end(value, stop)), TagForm::malformed}, token_end, scan_end};
}

/// The line ended inside the value. If it ends in `"]`, the quote was escaped by mistake.
TagScan scan_broken(const char* begin, std::string_view name, const char* value,
                    const char* line_end, ScanEnd scan_end) {
    const char* token_end = trim_end(begin, line_end);
    const char* value_end = token_end > value ? token_end : value;
    if (value_end - value >= 2 && value_end[-1] == ']' && value_end[-2] == '"') value_end -= 2;
    return {{name, view(value, value_end), TagForm::malformed}, token_end, scan_end};
}

/// Behind the backslash and what it escapes; any other is literal, which is not canonical.
const char* skip_backslash(const char* position, const char* end, TagForm& form) {
    const char* after = position + 1;
    if (after != end && (*after == '"' || *after == '\\')) return after + 1;
    form = TagForm::other;
    return after;
}

/// From the byte behind the opening quote on. `form` is what is known from the text before it.
TagScan scan_value(const char* begin, std::string_view name, const char* value, const char* end,
                   TagForm form) {
    const char* position = value;
    for (;;) {
        while (position != end && !has(*position, value_stop_bit)) ++position;
        if (position == end) return scan_broken(begin, name, value, end, ScanEnd::ran_out);
        if (is_line_break(*position)) {
            return scan_broken(begin, name, value, position, ScanEnd::settled);
        }
        if (*position == '\\') {
            position = skip_backslash(position, end, form);
            continue;
        }
        const char* after = position + 1;
        const char* bracket = skip_white(after, end);
        const ScanEnd scan_end = bracket == end ? ScanEnd::ran_out : ScanEnd::settled;
        if (bracket != end && *bracket == ']') {
            if (bracket != after) form = TagForm::other;
            return {{name, view(value, position), form}, bracket + 1, scan_end};
        }
        if (bracket == end || holds_line_break(after, bracket)) {
            return {{name, view(value, position), TagForm::malformed}, after, scan_end};
        }
        form = TagForm::other;
        position = after;
    }
}

}  // namespace

TagScan scan_tag(const char* begin, const char* end) {
    assert(begin != end && *begin == '[');
    const char* name_begin = skip_white(begin + 1, end);
    const char* name_end = skip_tag_name(name_begin, end);
    const std::string_view name = view(name_begin, name_end);
    const char* quote = skip_white(name_end, end);
    if (quote == end || *quote != '"' || name.empty()) {
        const bool is_nameless = name.empty() || holds_line_break(begin, name_begin);
        TagScan scan = is_nameless ? scan_unquoted(begin, {}, begin + 1, end)
                                   : scan_unquoted(begin, name, name_end, end);
        if (quote == end) scan.scan_end = ScanEnd::ran_out;
        return scan;
    }
    const bool is_canonical = name_begin == begin + 1 && quote == name_end + 1 && *name_end == ' ';
    return scan_value(begin, name, quote + 1, end,
                      is_canonical ? TagForm::canonical : TagForm::other);
}

TagPair read_tag(const Token& token) {
    assert(token.kind == TokenKind::tag);
    return scan_tag(token.begin, token.end).pair;
}

std::string_view unescape(std::string_view value, std::string& scratch) {
    std::size_t backslash = value.find('\\');
    if (backslash == std::string_view::npos) return value;
    scratch.clear();
    std::size_t copied = 0;
    while (backslash != std::string_view::npos && backslash + 1 < value.size()) {
        const char escaped = value[backslash + 1];
        const bool is_escape = escaped == '"' || escaped == '\\';
        scratch.append(value, copied, backslash - copied + (is_escape ? 0 : 1));
        copied = backslash + 1;
        backslash = value.find('\\', backslash + (is_escape ? 2 : 1));
    }
    scratch.append(value, copied);
    return scratch;
}

}  // namespace ign::pgn
