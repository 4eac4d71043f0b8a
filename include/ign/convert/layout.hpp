#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ign/convert/game_record.hpp"
#include "ign/convert/layout_style.hpp"
#include "ign/convert/movetext_layout.hpp"
#include "ign/convert/tag_fields.hpp"

/// The columns `layout` and `rest`: what the other columns leave open of a game's text.
///
/// layout   ITEMS STYLE PARTS, parted by spaces. A game of a dump of today: `ESDRWBrUTwbxyCOte`.
///
///     ITEMS   the tag pairs in order, each on a line of its own: a letter for each name of
///             tag_fields, other names as `(Name)`, `!` for one that the columns cannot give back
///     STYLE   see layout_style.hpp
///     PARTS   which parts `rest` has: p = text before the first tag, h = all text before the
///             moves in place of ITEMS, G = glyphs that break their rule, M = text between moves
///
/// rest     the parts, in the order p or h, the `!` of ITEMS one after another, G, M; each but
///          the last with its length in front (LEB128)
///
///     G   a bit for each glyph that predict_glyph foretells, lowest bit first: 1 = the rule of
///         STYLE (GlyphRule) is wrong about it
///     M   what stands before each move, from the first on; after its end all is as foretold:
///             01 … 07, 0E … 1E   so many moves, or 8 times (byte - 0D), are as foretold
///             TEXT 00            TEXT in place of the notes, the lead as foretold, the move
///             TEXT 7F            TEXT in place of notes and lead, the move; or the game's end
///             TEXT 1F            TEXT in place of notes, lead and move
///         TEXT holds none of these bytes; a game that would need them is kept in `raw`.
namespace ign::convert {

/// Describes games for the columns `layout` and `rest`.
class LayoutWriter {
  public:
    /// False if the game's text can only be kept as it is. Otherwise layout() and rest() hold the
    /// columns until the next call.
    bool describe(const GameRecord& game);

    [[nodiscard]] const std::string& layout() const { return layout_; }
    [[nodiscard]] const std::string& rest() const { return rest_; }

  private:
    void detect_style(const GameRecord& game);
    void detect_black_numbers(const GameRecord& game);
    void detect_number_start(const GameRecord& game);
    void detect_glyphs(const GameRecord& game);
    bool detect_judged(const GameRecord& game, GlyphCarry carry);
    [[nodiscard]] std::size_t longest_line(const GameRecord& game) const;
    void describe_tags(const GameRecord& game);
    void append_item(const GameRecord& game, const GameTag& tag);
    [[nodiscard]] bool columns_give_back(const GameRecord& game, const GameTag& tag) const;
    bool describe_moves(const GameRecord& game);
    bool describe_moves_at(const GameRecord& game, std::uint16_t width);
    bool describe_gap(std::string_view gap, std::size_t ply, std::string_view move,
                      MoveSpelling spelling);
    bool literal(std::string_view text, char terminator);
    void flush_foretold();
    [[nodiscard]] PlyNotes notes_of(const GameRecord& game, std::size_t ply) const;
    void take_glyph_rule(const GlyphMarks& marks);
    void append_parts();

    LayoutStyle style_;
    MovetextLayout foretold_;
    std::string layout_;
    std::string rest_;
    std::string items_;
    std::string parts_;
    std::vector<std::string_view> literals_;  // of `!` items, or the one of p or h
    std::vector<Glyph> glyphs_;               // those of the text, all foretold or carried
    GlyphMarks glyph_marks_;
    std::string glyph_exceptions_;    // the part G
    std::string moves_;               // the part M
    std::size_t foretold_moves_ = 0;  // in a row, not yet in moves_
};

/// Appends `value` in LEB128: seven bits a byte, lowest first, the high bit set on all but the
/// last.
void append_varint(std::uint64_t value, std::string& out);

}  // namespace ign::convert
