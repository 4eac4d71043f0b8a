#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/chess/san.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/convert/glyphs.hpp"
#include "ign/convert/layout_style.hpp"
#include "ign/pgn/annotation.hpp"

namespace ign::convert {

/// What the columns know of a half-move beside the move.
struct PlyNotes {
    std::int32_t clock = no_note;  ///< milliseconds
    std::int32_t eval = no_note;   ///< as in the column `eval`
    Glyph glyph = Glyph::none;
};

/// The SAN of a move, in a word.
struct MoveText {
    std::array<char, chess::max_san_length> text;
    std::uint8_t size;

    [[nodiscard]] std::string_view view() const { return {text.data(), size}; }
};
static_assert(sizeof(MoveText) == 8);

/// A glyph, a comment of two annotations, a number, the move and what separates them.
inline constexpr std::size_t most_ply_bytes = 2 * pgn::annotation_bytes + 64;

/// Foretells the text between the moves of a game from a style and the columns. The converter
/// compares it with the source, the exporter writes it; both drive it over the same text, so they
/// agree on where lines break.
///
///     moves      1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Nf3 1-0
///     notes()        ^^^^^^^^^^^^^^^^^^^        ^^^^^^^^^^^^^^^^^^^
///     lead()     ^^^                     ^^^^^^                     ^^^^
///     tail()                                                                ^^^^ and the line ends
class MovetextLayout {
  public:
    /// The number of the first move and who makes it; decimals of the clocks in the columns (0 to
    /// 3).
    void start(const LayoutStyle& style, std::uint32_t first_number, Mover first_mover,
               int clock_digits);

    /// The glyph and the comment behind the move before. Valid until the next call, as all below.
    std::string_view notes(const PlyNotes& before);
    /// What leads to a move of so many bytes. `comment` and `eval` say whether they stood before
    /// it.
    std::string_view lead(std::size_t ply, bool comment, bool eval, std::size_t move_bytes);
    /// What leads from the last move to the result, the result, and the line ends.
    std::string_view tail(std::size_t plies, std::string_view result);

    /// A glance ahead: what is said after `mark` is forgotten by `go_back`.
    [[nodiscard]] std::size_t mark() const { return column_; }
    void go_back(std::size_t mark) { column_ = mark; }

    /// To be told of every piece of text that goes into the game, in order: lines break by it.
    void advance(std::string_view text);

    /// Writes notes, lead and move of the half-moves [first, last), advances over them and returns
    /// the new end; at most most_ply_bytes for each. `notes` and `moves` are those of the game.
    char* write_plies(std::size_t first, std::size_t last, const PlyNotes* notes,
                      const MoveText* moves, char* out);

  private:
    char* write_ply(std::size_t ply, const PlyNotes& before, const MoveText& move, char* out);
    [[nodiscard]] bool is_plain() const;
    char* write_plain_plies(std::size_t first, std::size_t last, const PlyNotes* notes,
                            const MoveText* moves, char* out) const;
    [[nodiscard]] bool at_line_begin(const char* begin, const char* at) const;
    [[nodiscard]] std::size_t column_after(std::string_view text) const;
    char* separate(const char* begin, char* at, std::size_t bytes) const;
    char* write_notes(const PlyNotes& before, char* out) const;
    char* write_comment(const PlyNotes& before, char* out) const;
    char* write_lead(std::size_t ply, bool comment, bool eval, std::size_t move_bytes,
                     char* out) const;

    LayoutStyle style_;
    std::uint32_t first_number_ = 1;
    bool black_begins_ = false;
    int clock_digits_ = 0;
    /// Bytes of the last line so far; without a width only whether there are any.
    std::size_t column_ = 0;
    std::array<char, most_ply_bytes> buffer_;
    std::string tail_;
};

}  // namespace ign::convert
