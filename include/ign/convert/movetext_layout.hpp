#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ign/convert/game_record.hpp"
#include "ign/convert/glyphs.hpp"
#include "ign/convert/layout_style.hpp"

namespace ign::convert {

/// What the columns know of a half-move beside the move.
struct PlyNotes {
    std::int32_t clock = no_note;  ///< milliseconds
    std::int32_t eval = no_note;   ///< as in the column `eval`
    Glyph glyph = Glyph::none;
};

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

  private:
    [[nodiscard]] std::size_t column_after(std::string_view text) const;
    void separate(std::size_t bytes);
    void append_clock(std::int32_t milliseconds);
    void append_eval(std::int32_t eval);

    LayoutStyle style_;
    std::uint32_t first_number_ = 1;
    bool black_begins_ = false;
    int clock_digits_ = 0;
    std::size_t column_ = 0;  // bytes of the last line so far
    std::string text_;
    std::string comment_;
};

}  // namespace ign::convert
