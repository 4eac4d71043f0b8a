#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/layout.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/tag_fields.hpp"

namespace ign::convert {

/// What the columns of a file are, as far as it differs from file to file.
struct RowOptions {
    ClockColumns clocks = ClockColumns::spent;
    Movetext movetext = Movetext::leave_out;
    chess::Numbering numbering = chess::Numbering::pseudo_legal;
    std::string source;  ///< for the column of that name; empty where the file has none
    game::Resignation resignation = game::Resignation::none;
};

/// The fields that files of such rows have no column for, `source` not considered.
[[nodiscard]] std::vector<columnar::Field> absent_fields(ClockColumns clocks, Movetext movetext);

/// The text of the column `error`: `illegal move at ply 38: Qxh9`.
std::string error_text(const GameRecord& game);

/// Turns game records into rows. Text values come out unescaped and as valid UTF-8 (a value that is
/// not is read as windows-1252); a value that does not fit its typed column stays in `tags`.
class RowWriter {
  public:
    /// Writes rows with the columns that the options ask for.
    explicit RowWriter(RowOptions options);

    /// Appends one row to every column of the batch.
    void append(const GameRecord& game, columnar::RowBatch& batch);

    /// Appends the text that a row of this writer gives back.
    void append_text_of(const RowCursor& row, std::string& text) { proof_.write(row, text); }

    /// Appends a copy of a row that has text around its game's, all of it in `raw`.
    void append_with_text(const RowCursor& row, std::string_view before, std::string_view after,
                          columnar::RowBatch& batch);

  private:
    void append_tags(const GameRecord& game, columnar::RowBatch& batch);
    void append_number(const GameTag* tag, columnar::Leaf& leaf);
    void append_dates(const GameTag* date_tag, const GameTag* time_tag, columnar::RowBatch& batch);
    void append_result(const GameRecord& game, const GameTag* tag, columnar::Leaf& leaf);
    void append_moves(const GameRecord& game, columnar::RowBatch& batch);
    void append_clocks(const GameRecord& game, columnar::RowBatch& batch);
    void append_evals(const GameRecord& game, columnar::Leaf& leaf);
    void append_map(const GameRecord& game, columnar::RowBatch& batch);
    void append_text(const GameRecord& game, columnar::RowBatch& batch);
    [[nodiscard]] bool gives_back(const GameRecord& game, const columnar::RowBatch& batch);
    void append_extras(const GameRecord& game, columnar::RowBatch& batch);
    std::string_view tag_text(const GameRecord& game, const GameTag& tag);
    std::string_view clean_value(const GameTag& tag);
    void keep_in_map(const GameTag* tag) { kept_in_map_.push_back(tag); }

    RowOptions options_;
    LayoutWriter layout_;
    GameWriter proof_;
    std::string proof_text_;
    std::vector<const GameTag*> kept_in_map_;  // tags whose values do not fit their columns
    columnar::Buffer<std::int32_t> clocks_;    // of a side, where some are missing
    std::string unescaped_;
    std::string utf8_;
    std::size_t row_bytes_ = 0;
};

}  // namespace ign::convert
