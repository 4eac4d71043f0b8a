// The tokenizer's looks ahead: does a tag pair, a game's first move or a second tag section start
// here? Each says `unknown` where text that has not come yet could change the answer.

#include <algorithm>

#include "bytes.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::pgn {

namespace {

using detail::check_bit;
using detail::move_only_bit;
using detail::word_bit;

/// No notation needs more (`Qa1xb2=Q++`); a longer run is a word.
constexpr std::ptrdiff_t longest_move = 12;

std::string_view view(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// What is known of a question whose answer yes is the other one's no.
template <class Lookahead>
Lookahead opposite(Lookahead answer) {
    if (answer == Lookahead::unknown) return answer;
    return answer == Lookahead::yes ? Lookahead::no : Lookahead::yes;
}

bool holds_square(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] >= 'a' && text[i] <= 'h' && text[i + 1] >= '1' && text[i + 1] <= '8') {
            return true;
        }
    }
    return false;
}

bool ends_like_tag(const char* begin, const char* end) {
    while (end != begin && is_white(end[-1])) --end;
    return view(begin, end).ends_with("\"]");
}

bool looks_like_move(std::string_view text) {
    if (text.size() < 2) return false;
    if (!std::all_of(text.begin(), text.end(), [](char c) { return has(c, move_only_bit); })) {
        return false;
    }
    if (starts_castling(text.data(), text.data() + text.size())) return true;
    if (text == "--" || text == "Z0") return true;
    const bool starts_like_one = class_of(text[0]) == ByteClass::move_letter;
    return starts_like_one && holds_square(text);
}

/// The end of the run that could be a move; one byte more than the longest makes it none.
const char* move_run_end(const char* position, const char* end) {
    if (end - position > longest_move + 1) end = position + longest_move + 1;
    while (position != end && (has(*position, word_bit) || has(*position, check_bit))) ++position;
    return position;
}

}  // namespace

bool Tokenizer::starts_line(const char* position) const {
    while (position != begin_) {
        if (is_line_break(position[-1])) return true;
        if (is_white(position[-1])) {
            --position;
        } else if (position - begin_ >= 3 && invisible_length(position - 3, position) == 3) {
            position -= 3;
        } else {
            return false;
        }
    }
    return true;
}

Tokenizer::Lookahead Tokenizer::starts_next_game(const char* bracket) const {
    return starts_line(bracket) ? starts_tag_pair(bracket) : Lookahead::no;
}

Tokenizer::Lookahead Tokenizer::starts_tag_pair(const char* bracket) const {
    const char* name = skip_white(bracket + 1, end_);
    const char* name_end = skip_tag_name(name, end_);
    const char* quote = skip_white(name_end, end_);
    if (name != end_ && name_end == name) return Lookahead::no;
    if (!may_end(quote)) return Lookahead::unknown;
    if (quote != end_ && *quote == '"') return Lookahead::yes;
    // Even a damaged Event tag starts a game: nothing else starts a line like this.
    const bool is_event = quote != name_end && view(name, name_end) == "Event";
    return is_event ? Lookahead::yes : Lookahead::no;
}

/// Is the bracket, or a run of them, a stray one before the moves? It is where moves follow it, on
/// its line or on one after it: they must not be taken for what is in a tag.
Tokenizer::Lookahead Tokenizer::is_stray_before_moves(const char* bracket) const {
    const Lookahead tag = starts_tag_pair(bracket);
    if (tag != Lookahead::no) return opposite(tag);
    const char* next = skip_white(skip_brackets(bracket, end_), end_);
    return next == end_ ? settled(next, false) : starts_moves(next);
}

bool Tokenizer::has_tag(std::string_view name) const {
    const auto* names_end = names_.data() + name_count_;
    return std::find(names_.data(), names_end, name) != names_end;
}

Tokenizer::Lookahead Tokenizer::starts_section_over(const char* bracket) const {
    const char* name = skip_white(bracket + 1, end_);
    const char* name_end = skip_tag_name(name, end_);
    if (name_end == end_ && !is_final()) return Lookahead::unknown;
    return has_tag(view(name, name_end)) ? Lookahead::yes : Lookahead::no;
}

/// The answer of a look that went as far as `looked_at`.
Tokenizer::Lookahead Tokenizer::settled(const char* looked_at, bool answer) const {
    if (!may_end(looked_at)) return Lookahead::unknown;
    return answer ? Lookahead::yes : Lookahead::no;
}

Tokenizer::Lookahead Tokenizer::starts_moves(const char* position) const {
    const char* number_end = skip_digits(position, end_);
    const bool is_dashed = number_end != end_ && *number_end == '-';
    return number_end != position && !is_dashed ? continues_number(number_end)
                                                : starts_with_move(position);
}

/// After the digits: dots and white space, then a move or, after a dot, a comment.
Tokenizer::Lookahead Tokenizer::continues_number(const char* number_end) const {
    const char* move = number_end;
    while (move != end_ && (*move == '.' || is_white(*move))) ++move;
    if (move == end_) return settled(move, false);
    const bool has_dot = std::find(number_end, move, '.') != move;
    if (has_dot && *move == '{') return Lookahead::yes;
    const char* move_end = move_run_end(move, end_);
    return settled(move_end, looks_like_move(view(move, move_end)));
}

/// A move without a number needs company: another move, a number, a result or a comment.
Tokenizer::Lookahead Tokenizer::starts_with_move(const char* position) const {
    const char* move_end = move_run_end(position, end_);
    if (!looks_like_move(view(position, move_end))) return settled(move_end, false);
    const char* next = move_end;
    while (next != end_ && (is_white(*next) || class_of(*next) == ByteClass::mark)) ++next;
    if (next == end_) return settled(next, false);
    if (*next == '{' || *next == '*') return Lookahead::yes;
    if (!has_room(next, result_lookahead)) return Lookahead::unknown;
    if (result_length(next, end_) != 0) return Lookahead::yes;
    const char* next_end = move_run_end(next, end_);
    if (looks_like_move(view(next, next_end))) return settled(next_end, true);
    const char* dot = skip_digits(next, end_);
    return settled(std::max(dot, next_end), dot != next && dot != end_ && *dot == '.');
}

/// Among the tags: is the text here what a damaged tag has left over? It is, unless it looks like
/// moves, on the line of a tag; on another line if that ends like a tag (`..."]`), or if it stands
/// between tags.
Tokenizer::Lookahead Tokenizer::is_rest_of_tag(const char* position) const {
    if (*position != '(') {
        if (!has_room(position, result_lookahead)) return Lookahead::unknown;
        if (result_length(position, end_) != 0) return Lookahead::no;
        const Lookahead moves = starts_moves(position);
        if (moves != Lookahead::no) return opposite(moves);
        if (gap_ == Gap::none) return Lookahead::yes;
    }
    if (gap_ == Gap::none) return Lookahead::no;
    const char* line_end = find_line_end(position, end_);
    if (line_end == end_) return settled(line_end, ends_like_tag(position, line_end));
    if (*position != '(' && ends_like_tag(position, line_end)) return Lookahead::yes;
    // One word alone that looks like a move is one, whatever follows.
    const bool may_be_move = looks_like_move(view(position, move_run_end(position, end_)));
    if (gap_ == Gap::blank_line || may_be_move) return Lookahead::no;
    return goes_on_with_tags(line_end);
}

/// Does a tag follow the line, one that this game has not had, so that it begins no other game?
Tokenizer::Lookahead Tokenizer::goes_on_with_tags(const char* line_end) const {
    const bool may_have_two = *line_end == '\r' && line_end + 1 != end_ && line_end[1] == '\n';
    const char* bracket = line_end + (may_have_two ? 2 : 1);
    if (bracket == end_) return settled(bracket, false);
    if (*bracket != '[') return Lookahead::no;
    const Lookahead is_tag = starts_tag_pair(bracket);
    if (is_tag != Lookahead::yes) return is_tag;
    const char* name = skip_white(bracket + 1, end_);
    const std::string_view text = view(name, skip_tag_name(name, end_));
    return text == "Event" || has_tag(text) ? Lookahead::no : Lookahead::yes;
}

}  // namespace ign::pgn
