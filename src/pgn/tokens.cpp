// One function a kind of token; tokenizer.cpp holds the loop that calls them.

#include <algorithm>

#include "bytes.hpp"
#include "ign/pgn/boundary.hpp"
#include "ign/pgn/tokenizer.hpp"
#include "tag_scan.hpp"

namespace ign::pgn {

namespace {

using detail::check_bit;
using detail::word_bit;

const char* find_close(const char* begin, const char* end) {
    return begin >= end ? nullptr : find_byte(begin, end, '}');
}

bool goes_on_in_junk(char byte) {
    switch (class_of(byte)) {
        case ByteClass::junk:
        case ByteClass::percent:
        case ByteClass::digit:
        case ByteClass::dot:
        case ByteClass::dash:
        case ByteClass::move_letter:
        case ByteClass::other_letter:
            return true;
        default:
            return false;
    }
}

}  // namespace

Token Tokenizer::tag(const char* begin) {
    const TagScan scan = scan_tag(begin, end_);
    if (scan.scan_end == ScanEnd::ran_out && !is_final()) return out_of_text();
    if (static_cast<std::size_t>(scan.end - begin) > tag_bytes_limit) note(Problem::tag_too_long);
    if (++tag_count_ > tags_limit) note(Problem::too_many_tags);
    const bool is_named = !scan.pair.name.empty();
    if (is_named && name_count_ < names_.size()) names_[name_count_++] = scan.pair.name;
    gap_ = Gap::none;
    return token(TokenKind::tag, begin, scan.end);
}

/// A bracket that is no tag pair: alone where moves follow it; otherwise, among the tags, a damaged
/// tag, and before them the beginning of prose.
Token Tokenizer::bracket(const char* begin) {
    switch (is_stray_before_moves(begin)) {
        case Lookahead::yes:
            return token(TokenKind::prose, begin, skip_brackets(begin, end_));
        case Lookahead::unknown:
            return out_of_text();
        case Lookahead::no:
            break;
    }
    return phase_ == Phase::tags ? tag(begin) : prose(begin);
}

Token Tokenizer::comment(const char* begin) {
    const auto reach = [&](std::size_t bytes) {
        return begin + std::min(bytes, static_cast<std::size_t>(end_ - begin));
    };
    const char* near = reach(open_comment_bytes);
    const char* close = find_close(std::max(begin, brace_free_to_), near);
    if (close == nullptr && near != end_) {
        if (find_boundary(begin, near) != nullptr) {
            return open_comment(begin, near, Problem::unterminated_comment);
        }
        const char* far = reach(comment_bytes_limit);
        close = find_close(std::max(near, brace_free_to_), far);
        brace_free_to_ = std::max(brace_free_to_, close == nullptr ? far : close);
        if (close == nullptr && far != end_) {
            return open_comment(begin, far, Problem::comment_too_long);
        }
    }
    if (close != nullptr) return token(TokenKind::comment, begin, close + 1);
    if (beyond_ != Beyond::nothing) return comment_meets_end();
    return open_comment(begin, end_, Problem::unterminated_comment);
}

/// The game ends at the next line that looks like the start of one, at the latest at `stop`.
/// Before a game the brace is only prose, so that nothing after it is lost.
Token Tokenizer::open_comment(const char* begin, const char* stop, Problem problem) {
    if (phase_ == Phase::before_game) return prose(begin);
    note(problem);
    const char* boundary = find_boundary(begin, stop);
    return end_game(boundary == nullptr ? stop : boundary);
}

/// As find_game_boundary, but no byte is searched twice: there may be a brace at every one.
const char* Tokenizer::find_boundary(const char* begin, const char* stop) {
    constexpr std::ptrdiff_t longest_boundary = 16;  // the blank line before it included
    if (boundary_ == nullptr || boundary_ <= begin) {
        const char* from = std::max(
            begin, boundary_free_to_ - std::min(boundary_free_to_ - begin_, longest_boundary));
        if (from >= stop) return nullptr;
        boundary_ = find_game_boundary(from, stop);
        boundary_free_to_ = boundary_ == nullptr ? stop : boundary_;
    }
    const auto start_bytes = static_cast<std::ptrdiff_t>(event_start.size());
    return boundary_ != nullptr && stop - boundary_ >= start_bytes ? boundary_ : nullptr;
}

/// A comment that meets end_ is not over even before a game start: it may run over it.
Token Tokenizer::comment_meets_end() {
    if (beyond_ == Beyond::game_start) beyond_ = Beyond::more;
    return out_of_text();
}

Token Tokenizer::rest_of_line(TokenKind kind, const char* begin) {
    const char* line_end = find_line_end(begin, end_);
    return may_end(line_end) ? token(kind, begin, line_end) : out_of_text();
}

/// To the end of the line, or to a brace that opens a comment.
Token Tokenizer::prose(const char* begin) {
    const char* stop = begin + 1;
    while (stop != end_ && *stop != '{' && !is_line_break(*stop)) ++stop;
    return may_end(stop) ? token(TokenKind::prose, begin, stop) : out_of_text();
}

Token Tokenizer::run(TokenKind kind, const char* begin, ByteClass byte_class) {
    const char* stop = begin + 1;
    while (stop != end_ && class_of(*stop) == byte_class) ++stop;
    return may_end(stop) ? token(kind, begin, stop) : out_of_text();
}

Token Tokenizer::result(const char* begin, std::size_t length) {
    if (depth_ == 0) phase_ = Phase::white_after_result;
    return token(TokenKind::result, begin, begin + length);
}

Token Tokenizer::number_or_result(const char* begin) {
    const char* digits_end = skip_digits(begin, end_);
    if (!may_end(digits_end)) return out_of_text();
    if (digits_end != end_ && *digits_end == '.') {
        const char* dots_end = digits_end + 1;
        while (dots_end != end_ && *dots_end == '.') ++dots_end;
        return may_end(dots_end) ? token(TokenKind::move_number, begin, dots_end) : out_of_text();
    }
    const std::string_view digits(begin, static_cast<std::size_t>(digits_end - begin));
    if (digits.size() == 1 && digits_end != end_ && (*digits_end == '-' || *digits_end == '/')) {
        if (!has_room(begin, result_lookahead)) return out_of_text();
        if (const std::size_t length = result_length(begin, end_)) return result(begin, length);
        if (starts_castling(begin, end_)) return word(TokenKind::move, begin);
    }
    return token(digits == "0000" ? TokenKind::move : TokenKind::move_number, begin, digits_end);
}

/// A move, or a word in its place: letters, digits and signs, then check signs. What is glued to
/// it and is none of it (a result, `e.p.`, judgements such as `=` and `-/+`) is left for the next.
Token Tokenizer::word(TokenKind kind, const char* begin) {
    const char* stop = skip_while(begin + 1, end_, word_bit);
    if (!may_end(stop)) return out_of_text();
    if (stop != end_ && has(*stop, check_bit) && (is_digit(stop[-1]) || is_letter(stop[-1]))) {
        const char* checks_end = skip_while(stop, end_, check_bit);
        return may_end(checks_end) ? token(kind, begin, checks_end) : out_of_text();
    }
    switch (stop[-1]) {
        case '0':
        case '1':
        case '2':
            return before_glued_result(kind, begin, stop);
        case 'e':
        case 'p':
            return with_en_passant(kind, begin, stop);
        case '-':
        case '=':
        case '/':
        case ':':
            while (stop - 1 != begin && !is_digit(stop[-1]) && !is_letter(stop[-1])) --stop;
            break;
        default:
            break;
    }
    return token(kind, begin, stop);
}

Token Tokenizer::before_glued_result(TokenKind kind, const char* begin, const char* stop) {
    const std::string_view text(begin, static_cast<std::size_t>(stop - begin));
    for (const std::string_view glued : {"1/2-1/2", "1/2", "1-0", "0-1"}) {
        if (text.size() > glued.size() && text.ends_with(glued)) {
            return token(kind, begin, stop - glued.size());
        }
    }
    return token(kind, begin, stop);
}

/// `e.p.` or `ep`: a token of its own, also when it is glued to the capture.
Token Tokenizer::with_en_passant(TokenKind kind, const char* begin, const char* stop) {
    const char* suffix = stop;
    const char* suffix_end = stop;
    if (stop[-1] == 'e') {
        if (!has_room(stop, 3)) return out_of_text();
        const std::string_view rest(stop, static_cast<std::size_t>(end_ - stop));
        if (!rest.starts_with(".p")) return token(kind, begin, stop);
        suffix = stop - 1;
        suffix_end = stop + (rest.starts_with(".p.") ? 3 : 2);
    } else if (stop - begin >= 2 && stop[-2] == 'e') {
        suffix = stop - 2;
    }
    if (suffix == stop) return token(kind, begin, stop);
    if (suffix == begin) return token(TokenKind::glyph, begin, suffix_end);
    return token(kind, begin, suffix);
}

Token Tokenizer::dashes(const char* begin) {
    const char* stop = begin + 1;
    while (stop != end_ && class_of(*stop) == ByteClass::dash) ++stop;
    if (!may_end(stop)) return out_of_text();
    const bool is_null_move = std::string_view(begin, stop) == "--";
    return token(is_null_move ? TokenKind::move : TokenKind::glyph, begin, stop);
}

Token Tokenizer::junk(const char* begin) {
    const char* stop = begin + 1;
    if (class_of(*begin) == ByteClass::high) {
        while (stop != end_ && class_of(*stop) == ByteClass::high) ++stop;
    } else {
        while (stop != end_ && goes_on_in_junk(*stop)) ++stop;
    }
    return may_end(stop) ? token(TokenKind::junk, begin, stop) : out_of_text();
}

}  // namespace ign::pgn
