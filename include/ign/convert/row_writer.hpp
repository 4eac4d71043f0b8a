#pragma once

#include <array>
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
};

/// The text of the column `error`: `illegal move at ply 38: Qxh9`.
std::string error_text(const GameRecord& game);

/// Turns game records into rows. Text values come out unescaped and as valid UTF-8 (a value that is
/// not is read as windows-1252); a value that does not fit its typed column stays in `tags`.
class RowWriter {
  public:
    explicit RowWriter(RowOptions options);

    /// Appends one row to every column of the batch.
    void append(const GameRecord& game, columnar::RowBatch& batch);

  private:
    struct Tag {
        pgn::TagPair pair;
        TagField field;
        bool kept_in_map;
    };

    void sort_tags(const GameRecord& game);
    void append_text_fields(const GameRecord& game, columnar::RowBatch& batch);
    void append_number_fields(columnar::RowBatch& batch);
    void append_date_fields(columnar::RowBatch& batch);
    void append_result(const GameRecord& game, columnar::Leaf& leaf);
    void append_moves(const GameRecord& game, columnar::RowBatch& batch);
    void append_clocks(const GameRecord& game, columnar::RowBatch& batch);
    void append_evals(const GameRecord& game, columnar::Leaf& leaf);
    void append_map(columnar::RowBatch& batch);
    void append_text(const GameRecord& game, columnar::RowBatch& batch);
    [[nodiscard]] bool gives_back(const GameRecord& game, const columnar::RowBatch& batch);
    void append_extras(const GameRecord& game, columnar::RowBatch& batch);
    [[nodiscard]] Tag* tag_of(columnar::Field field);
    std::string_view clean_value(const Tag& tag);

    RowOptions options_;
    LayoutWriter layout_;
    GameWriter proof_;
    std::string proof_text_;
    std::vector<Tag> tags_;
    std::array<std::uint32_t, columnar::field_count> tag_index_{};  // place in tags_ + 1, 0 = none
    std::uint32_t utc_time_ = 0;                                    // the same for UTCTime
    std::string unescaped_;
    std::string utf8_;
    std::size_t row_bytes_ = 0;
};

}  // namespace ign::convert
