#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ign/chess/lane_playback.hpp"
#include "ign/chess/playback.hpp"
#include "ign/chess/position.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/convert/movetext_layout.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/row_cursor.hpp"
#include "ign/convert/tag_values.hpp"

namespace ign::convert {

/// How well a row gives back its game.
enum class Exactness : std::uint8_t {
    exact,        ///< the text that was converted, byte for byte
    approximate,  ///< a correct PGN game, but the columns are missing: those that
                  ///< tell its spelling, or some of its tags, clocks or evaluations
    impossible,  ///< no game can be made of the row: its number is none, or there is neither number
                 ///< nor text
};

/// Writes the PGN text of rows: the exporter, and the converter's proof that a row gives back its
/// game.
class GameWriter {
  public:
    /// `numbering` is that of rows without the column of that name; without either a number cannot
    /// be told from one of another numbering, so such a row fails.
    explicit GameWriter(std::optional<NumberingScheme> numbering = NumberingScheme())
        : default_numbering_(numbering) {}

    /// Appends the text of the cursor's row to `out`. Nothing is appended if it is impossible.
    Exactness write(const RowCursor& row, columnar::Buffer<char>& out);
    Exactness write(const RowCursor& row, std::string& out);

    /// What was wrong with the last row that was impossible.
    [[nodiscard]] const std::string& fault() const { return fault_; }

  private:
    struct Parts {
        std::string_view items;
        LayoutStyle style;
        std::string_view names;  // of the parts of `rest`
        std::string_view rest;
        std::size_t left = 0;  // parts that rest still holds

        [[nodiscard]] bool has(char name) const {
            return names.find(name) != std::string_view::npos;
        }
    };

    [[nodiscard]] bool has_all_columns(const RowCursor& row) const;
    bool read_layout(const RowCursor& row, Parts& parts);
    bool start_position(const RowCursor& row, const Parts* parts);
    [[nodiscard]] static bool is_known_as_standard(const RowCursor& row, const Parts* parts);
    bool read_moves(const RowCursor& row);
    void read_notes(const RowCursor& row);
    void read_clocks(const RowCursor& row);
    void read_side(RowCursor::List list, ClockColumns kind, std::size_t ply, std::int32_t unit);
    void carry_read_glyphs(GlyphCarry carry);
    void read_glyphs(GlyphRule rule, std::string_view exceptions);
    bool take_part(Parts& parts, std::string_view& part);
    bool write_text(const RowCursor& row);
    bool write_header(const RowCursor& row, Parts& parts);
    bool write_tag(const RowCursor& row, std::string_view name, int field,
                   const LayoutStyle& style);
    bool write_moves(const RowCursor& row, std::string_view changes);
    void write_change(std::size_t ply, std::string_view text, unsigned char end);
    void write_foretold(std::size_t first, std::size_t last);
    void write_plain_header(const RowCursor& row);
    void append_tag(std::string_view name, std::string_view value);
    void append_moves(std::string_view text);
    void append(std::string_view text) { out_->append(text.data(), text.size()); }
    bool fail(std::string what);

    template <chess::Numbering numbering>
    bool unfold(std::string_view number, game::Resignation resignation);
    template <class Playback>
    IGN_INLINE chess::NumberEnd spell(game::Resignation resignation);
    chess::NumberEnd spell_v4(game::Resignation resignation);
    template <chess::Numbering numbering>
    chess::NumberEnd spell_v3(game::Resignation resignation);
    template <chess::Numbering numbering>
    chess::NumberEnd spell_any(game::Resignation resignation);

    std::optional<NumberingScheme> default_numbering_;
    MovetextLayout foretold_;
    codec::Unfold number_;
    chess::Position position_ = chess::Position::standard();
    columnar::Buffer<MoveText> moves_;
    std::vector<PlyNotes> notes_;
    columnar::Buffer<char>* out_ = nullptr;  // of the row being written
    columnar::Buffer<char> scratch_;
    TagValues values_;
    std::string fault_;
    Exactness exactness_ = Exactness::exact;  // of the row being written
    std::uint32_t first_number_ = 1;
    Mover first_mover_ = Mover::white;
    int clock_digits_ = 0;
};

}  // namespace ign::convert
