#include "ign/pgn/tokenizer.hpp"

#include <algorithm>
#include <cassert>

#include "bytes.hpp"

// How the cut law is kept: every scan stops at end_, and a token, a skip or a look ahead that has
// touched end_ is given up for out_of_text() unless the text is final there (is_final), that is,
// unless what follows end_ is known to end it. A game over game_bytes_limit is a text cut at the
// limit (Beyond::over_limit): the same way out, but the game is a reject instead of need_more.

namespace ign::pgn {

namespace {

using detail::nesting_bit;

/// Line breaks in a run of white space; CR LF is one.
std::size_t count_line_breaks(const char* begin, const char* end) {
    std::size_t count = 0;
    for (const char* position = begin; position != end; ++position) {
        if (*position == '\n' ||
            (*position == '\r' && (position + 1 == end || position[1] != '\n'))) {
            ++count;
        }
    }
    return count;
}

const char* skip_white_and_invisible(const char* position, const char* end) {
    for (;;) {
        position = skip_white(position, end);
        const std::size_t invisible = invisible_length(position, end);
        if (invisible == 0) return position;
        position += invisible;
    }
}

}  // namespace

std::string_view describe(Problem problem) {
    switch (problem) {
        case Problem::none:
            return "no problem";
        case Problem::unterminated_comment:
            return "unterminated comment";
        case Problem::unterminated_variation:
            return "unterminated variation";
        case Problem::comment_too_long:
            return "comment over the length limit";
        case Problem::tag_too_long:
            return "tag over the length limit";
        case Problem::too_many_tags:
            return "more tags than the limit";
        case Problem::variation_too_deep:
            return "variations nested over the limit";
        case Problem::game_too_long:
            return "game over the length limit";
    }
    return "unknown problem";
}

Tokenizer::Tokenizer(const char* begin, const char* end, TextEnd text_end)
    : begin_(begin),
      end_(end),
      at_(begin),
      game_end_(begin),
      brace_free_to_(begin),
      boundary_free_to_(begin) {
    switch (text_end) {
        case TextEnd::more:
            beyond_ = Beyond::more;
            break;
        case TextEnd::at_game_start:
            beyond_ = Beyond::game_start;
            break;
        case TextEnd::at_eof:
            beyond_ = Beyond::nothing;
            break;
    }
    if (static_cast<std::size_t>(end - begin) > game_bytes_limit) {
        end_ = begin + game_bytes_limit;
        beyond_ = Beyond::over_limit;
    }
}

void Tokenizer::note(Problem problem) {
    if (problem_ == Problem::none) problem_ = problem;
}

Token Tokenizer::end_game(const char* where) {
    if (depth_ != 0) note(Problem::unterminated_variation);
    state_ = GameEnd::complete;
    phase_ = Phase::over;
    game_end_ = at_ = where;
    return end_token();
}

Token Tokenizer::out_of_text() {
    switch (beyond_) {
        case Beyond::more:
            break;
        case Beyond::over_limit:
            // White space at the end of a game that is otherwise over is no reason to reject it.
            if (phase_ != Phase::white_after_result) note(Problem::game_too_long);
            return end_game(end_);
        case Beyond::nothing:
            if (phase_ != Phase::before_game) return end_game(end_);
            state_ = GameEnd::no_game;
            phase_ = Phase::over;
            game_end_ = at_ = end_;
            return end_token();
        case Beyond::game_start:
            if (phase_ == Phase::moves || phase_ == Phase::white_after_result || has_tag("Event")) {
                return end_game(end_);
            }
            break;
    }
    state_ = GameEnd::need_more;
    phase_ = Phase::over;
    at_ = end_;
    return end_token();
}

Token Tokenizer::next() {
    switch (phase_) {
        case Phase::moves:
            return next_in_moves();
        case Phase::tags:
            return next_in_tags();
        case Phase::before_game:
            return next_before_game();
        case Phase::white_after_result: {
            const char* after = skip_white(at_, end_);
            return after == end_ ? out_of_text() : end_game(after);
        }
        case Phase::over:
            break;
    }
    return end_token();
}

Token Tokenizer::next_before_game() {
    const char* position = skip_white_and_invisible(at_, end_);
    if (!has_room(position, longest_character)) return out_of_text();
    if (position == end_) return out_of_text();
    switch (*position) {
        case '{':
            return comment(position);
        case ';':
            return rest_of_line(TokenKind::line_comment, position);
        case '%':
            if (is_column_one(position)) return rest_of_line(TokenKind::escape_line, position);
            return prose(position);
        case '[':
            switch (starts_tag_pair(position)) {
                case Lookahead::no:
                    return bracket(position);
                case Lookahead::unknown:
                    return out_of_text();
                case Lookahead::yes:
                    break;
            }
            phase_ = Phase::tags;
            return tag(position);
        default:
            break;
    }
    switch (starts_moves(position)) {
        case Lookahead::no:
            return prose(position);
        case Lookahead::unknown:
            return out_of_text();
        case Lookahead::yes:
            break;
    }
    phase_ = Phase::moves;
    at_ = position;
    return next_in_moves();
}

Token Tokenizer::next_in_tags() {
    const char* position = skip_white_and_invisible(at_, end_);
    const std::size_t breaks = count_line_breaks(at_, position);
    if (breaks != 0) gap_ = breaks > 1 ? Gap::blank_line : std::max(gap_, Gap::line_break);
    if (!has_room(position, longest_character)) return out_of_text();
    if (position == end_) return out_of_text();
    switch (*position) {
        case '{':
            return comment(position);
        case ';':
            return rest_of_line(TokenKind::line_comment, position);
        case '[':
            if (gap_ == Gap::blank_line) {
                const Lookahead over = starts_section_over(position);
                if (over == Lookahead::unknown) return out_of_text();
                if (over == Lookahead::yes) return end_game(position);
            }
            return bracket(position);
        case '%':
            if (is_column_one(position)) return rest_of_line(TokenKind::escape_line, position);
            break;
        default:
            break;
    }
    switch (is_rest_of_tag(position)) {
        case Lookahead::yes:
            return prose(position);
        case Lookahead::unknown:
            return out_of_text();
        case Lookahead::no:
            break;
    }
    phase_ = Phase::moves;
    at_ = position;
    return next_in_moves();
}

// One switch, one case a class of bytes: what a reader wants to see at one look stays in one piece.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
Token Tokenizer::next_in_moves() {
    const char* position = at_;
    // One blank before a token is the rule; without the jump of the switch it costs nothing.
    if (position != end_ && *position == ' ') ++position;
    for (;;) {
        if (position == end_) return out_of_text();
        switch (class_of(*position)) {
            case ByteClass::white:
                ++position;
                continue;
            case ByteClass::digit:
                return number_or_result(position);
            case ByteClass::dot:
                return run(TokenKind::move_number, position, ByteClass::dot);
            case ByteClass::move_letter:
                return word(TokenKind::move, position);
            case ByteClass::other_letter:
                return word(TokenKind::junk, position);
            case ByteClass::mark:
                return run(TokenKind::glyph, position, ByteClass::mark);
            case ByteClass::dash:
                return dashes(position);
            case ByteClass::dollar: {
                const char* nag_end = skip_digits(position + 1, end_);
                return may_end(nag_end) ? token(TokenKind::nag, position, nag_end) : out_of_text();
            }
            case ByteClass::open_brace:
                return comment(position);
            case ByteClass::open_paren:
                if (++depth_ > variation_depth_limit) note(Problem::variation_too_deep);
                return token(TokenKind::variation_open, position, position + 1);
            case ByteClass::close_paren:
                if (depth_ == 0) return token(TokenKind::stray_close, position, position + 1);
                --depth_;
                return token(TokenKind::variation_close, position, position + 1);
            case ByteClass::close_brace:
            case ByteClass::close_bracket:
                return token(TokenKind::stray_close, position, position + 1);
            case ByteClass::semicolon:
                return rest_of_line(TokenKind::line_comment, position);
            case ByteClass::percent:
                if (is_column_one(position)) return rest_of_line(TokenKind::escape_line, position);
                return junk(position);
            case ByteClass::star:
                return result(position, 1);
            case ByteClass::open_bracket:
                switch (starts_next_game(position)) {
                    case Lookahead::yes:
                        return end_game(position);
                    case Lookahead::unknown:
                        return out_of_text();
                    case Lookahead::no:
                        return junk(position);
                }
                return junk(position);
            case ByteClass::high: {
                if (!has_room(position, result_lookahead)) return out_of_text();
                if (const std::size_t invisible = invisible_length(position, end_)) {
                    position += invisible;
                    continue;
                }
                if (const std::size_t half = result_length(position, end_)) {
                    return result(position, half);
                }
                if (const std::size_t judgement = judgement_length(position, end_)) {
                    return token(TokenKind::glyph, position, position + judgement);
                }
                if (std::string_view(position, end_).starts_with("\xE2\x80\xA6")) {
                    return token(TokenKind::move_number, position, position + 3);
                }
                return junk(position);
            }
            case ByteClass::junk:
                return junk(position);
        }
    }
}

Token Tokenizer::skip_variation() {
    assert(depth_ > 0 && phase_ == Phase::moves);
    const std::size_t outer = depth_ - 1;
    const char* position = at_;
    for (;;) {
        position = skip_until(position, end_, nesting_bit);
        if (position == end_) return out_of_text();
        switch (*position) {
            case '(':
                if (++depth_ > variation_depth_limit) note(Problem::variation_too_deep);
                ++position;
                break;
            case ')':
                ++position;
                if (--depth_ == outer) {
                    return token(TokenKind::variation_close, position - 1, position);
                }
                break;
            case '{': {
                const Token skipped = comment(position);
                if (skipped.kind == TokenKind::end) return skipped;
                position = skipped.end;
                break;
            }
            case '%':
                if (!is_column_one(position)) {
                    ++position;
                    break;
                }
                [[fallthrough]];
            case ';':
                position = find_line_end(position, end_);
                break;
            case '[': {
                const Lookahead over = starts_next_game(position);
                if (over == Lookahead::yes) return end_game(position);
                if (over == Lookahead::unknown) return out_of_text();
                ++position;
                break;
            }
            default:
                ++position;
                break;
        }
    }
}

}  // namespace ign::pgn
