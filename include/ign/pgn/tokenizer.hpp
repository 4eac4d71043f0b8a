#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/pgn/limits.hpp"

/// From the bytes of a PGN stream to games and tokens. Nothing here knows chess: a move is what
/// looks like one.
///
/// Source of the grammar: the PGN standard (1994), import format, loosened where files in the wild
/// ask for it. "White space" is every byte up to 0x20 (NUL and 0x1A among them), 0x7F, and between
/// tokens also the no-break space, the byte order mark and the zero-width characters of Unicode.
namespace ign::pgn {

enum class ByteClass : std::uint8_t;  // inside the module

/// What a token is.
enum class TokenKind : std::uint8_t {
    tag,              ///< `[Name "value"]`, or what a damaged one has left; see read_tag
    move,             ///< looks like a move, null moves (`--`, `Z0`, `0000`) too; without `!`, `?`
    move_number,      ///< digits, dots, or digits with dots: `12`, `12.`, `12...`, `..`
    nag,              ///< `$` and the digits after it (there may be none)
    glyph,            ///< `!`, `?!`, `+-`, `=` and the like, in Unicode too, also `e.p.`
    comment,          ///< `{...}`, braces included
    line_comment,     ///< from `;` to the end of the line, line break excluded
    escape_line,      ///< from a `%` in column one to the end of the line, line break excluded
    variation_open,   ///< `(`
    variation_close,  ///< the `)` of an open variation
    result,           ///< `1-0`, `0-1`, `1/2-1/2`, `1/2`, half signs, `*`; ends the game at depth 0
    stray_close,      ///< `)`, `}` or `]` that closes nothing; may be passed over
    prose,            ///< text before the moves that is no part of a game; may be passed over
    junk,             ///< text among the moves that is no token of PGN
    end               ///< the game is over, or the text is: see Tokenizer::state
};

/// A span of the text; nothing is copied.
struct Token {
    TokenKind kind;
    const char* begin;
    const char* end;

    /// All of it, from begin to end.
    [[nodiscard]] std::string_view text() const {
        return {begin, static_cast<std::size_t>(end - begin)};
    }
};

/// How a tag pair is written.
enum class TagForm : std::uint8_t {
    canonical,  ///< write_tag of the unescaped value gives the same bytes
    other,      ///< readable, but spaced, broken over lines or escaped in another way
    malformed   ///< no quotes, no name or not closed: name and value are what could be made out
};

/// A tag pair; the views point into the token.
struct TagPair {
    std::string_view name;
    std::string_view value;  ///< between the quotes, still escaped
    TagForm form;
};

/// Splits a token of the kind tag.
[[nodiscard]] TagPair read_tag(const Token& token);

/// The value as meant: `\"` and `\\` lose their backslash, any other backslash is literal.
/// Returns `value` itself if there is nothing to undo, else a view of `scratch`.
[[nodiscard]] std::string_view unescape(std::string_view value, std::string& scratch);

/// What follows the last byte of the text given.
enum class TextEnd : std::uint8_t {
    more,           ///< unknown: more text may follow
    at_game_start,  ///< a promise: a blank line lies before the end, and `[Event "` follows it
    at_eof          ///< nothing
};

/// What is known of where a game ends.
enum class GameEnd : std::uint8_t {
    open,       ///< not there yet: next() has not returned TokenKind::end
    complete,   ///< game_end() stands, whatever text follows
    need_more,  ///< the text ran out before the end could be known; start over with more text
    no_game     ///< at_eof only: no game up to the end of the text
};

/// What makes a game a reject whatever its moves are. The first one found stands.
enum class Problem : std::uint8_t {
    none,
    unterminated_comment,
    unterminated_variation,
    comment_too_long,
    tag_too_long,
    too_many_tags,
    variation_too_deep,
    game_too_long
};

/// A short English name for messages.
[[nodiscard]] std::string_view describe(Problem problem);

/// Walks one game.
///
/// The span of a game holds what stands before it (byte order mark, prose, comments) and ends
/// behind its termination marker and the white space after that, or before the line of the next
/// game's first tag pair; spans, one after another, are the whole text. Text after the last game
/// comes as a span with the state no_game, for the caller to add to the game before.
///
/// For every text and every cut: a prefix with TextEnd::more gives the tokens, game_end() and
/// problem() of the whole text, or the state need_more after some of these tokens.
class Tokenizer {
  public:
    /// [begin, end) starts where the span before it has ended (or where the text starts).
    Tokenizer(const char* begin, const char* end, TextEnd text_end);

    /// The next token of the game; `end` again and again behind its last one.
    [[nodiscard]] Token next();

    /// After a variation_open: goes on to its close without making tokens of what is between.
    /// Returns the variation_close, or end if the text or the game is over before it.
    Token skip_variation();

    /// Where the next game's span begins. Only when next() has returned TokenKind::end and the
    /// state is not need_more.
    [[nodiscard]] const char* game_end() const { return game_end_; }
    /// See GameEnd, and Problem: the first one found.
    [[nodiscard]] GameEnd state() const { return state_; }
    [[nodiscard]] Problem problem() const { return problem_; }
    /// Variations that are open at this place.
    [[nodiscard]] std::size_t depth() const { return depth_; }

  private:
    enum class Phase : std::uint8_t { before_game, tags, moves, white_after_result, over };
    /// TextEnd, and the case that the text was cut at game_bytes_limit.
    enum class Beyond : std::uint8_t { more, game_start, nothing, over_limit };
    enum class Lookahead : std::uint8_t { no, yes, unknown };
    /// What lies between the last tag and here.
    enum class Gap : std::uint8_t { none, line_break, blank_line };

    Token next_before_game();
    Token next_in_tags();
    Token next_in_moves();

    Token tag(const char* begin);
    Token bracket(const char* begin);
    Token comment(const char* begin);
    Token open_comment(const char* begin, const char* stop, Problem problem);
    const char* find_boundary(const char* begin, const char* stop);
    Token comment_meets_end();
    Token rest_of_line(TokenKind kind, const char* begin);
    Token prose(const char* begin);
    Token run(TokenKind kind, const char* begin, ByteClass byte_class);
    Token result(const char* begin, std::size_t length);
    Token number_or_result(const char* begin);
    Token word(TokenKind kind, const char* begin);
    Token before_glued_result(TokenKind kind, const char* begin, const char* stop);
    Token with_en_passant(TokenKind kind, const char* begin, const char* stop);
    Token dashes(const char* begin);
    Token junk(const char* begin);

    Token token(TokenKind kind, const char* begin, const char* end) {
        at_ = end;
        return {kind, begin, end};
    }
    Token end_token() const { return {TokenKind::end, at_, at_}; }
    Token end_game(const char* where);
    Token out_of_text();
    void note(Problem problem);

    /// What follows end_ ends any token but a comment.
    [[nodiscard]] bool is_final() const {
        return beyond_ == Beyond::nothing || beyond_ == Beyond::game_start;
    }
    [[nodiscard]] bool may_end(const char* position) const {
        return position != end_ || is_final();
    }
    /// May `bytes` bytes from `position` on be looked at as if the text ended after end_?
    [[nodiscard]] bool has_room(const char* position, std::ptrdiff_t bytes) const {
        return end_ - position >= bytes || is_final();
    }
    [[nodiscard]] bool is_column_one(const char* position) const {
        return position == begin_ || position[-1] == '\n' || position[-1] == '\r';
    }
    [[nodiscard]] bool has_tag(std::string_view name) const;
    [[nodiscard]] bool starts_line(const char* position) const;
    [[nodiscard]] Lookahead starts_next_game(const char* bracket) const;
    [[nodiscard]] Lookahead starts_tag_pair(const char* bracket) const;
    [[nodiscard]] Lookahead is_stray_before_moves(const char* bracket) const;
    [[nodiscard]] Lookahead starts_section_over(const char* bracket) const;
    [[nodiscard]] Lookahead starts_moves(const char* position) const;
    [[nodiscard]] Lookahead continues_number(const char* number_end) const;
    [[nodiscard]] Lookahead starts_with_move(const char* position) const;
    [[nodiscard]] Lookahead settled(const char* looked_at, bool answer) const;
    [[nodiscard]] Lookahead is_rest_of_tag(const char* position) const;
    [[nodiscard]] Lookahead goes_on_with_tags(const char* line_end) const;

    const char* begin_;
    const char* end_;
    const char* at_;
    const char* game_end_;
    const char* brace_free_to_;       // no `}` from the last search for one up to here
    const char* boundary_free_to_;    // the same for a game boundary
    const char* boundary_ = nullptr;  // the one that ended the last search
    std::size_t depth_ = 0;
    std::size_t tag_count_ = 0;
    std::size_t name_count_ = 0;
    Phase phase_ = Phase::before_game;
    Beyond beyond_ = Beyond::nothing;
    Gap gap_ = Gap::none;
    GameEnd state_ = GameEnd::open;
    Problem problem_ = Problem::none;
    std::array<std::string_view, remembered_tag_names> names_;
};

}  // namespace ign::pgn
