#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ign/codec/fold.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/convert/reject.hpp"
#include "ign/convert/row_cursor.hpp"

/// Rows of Othello games, from the records of WTHOR files and back to their bytes.
///
/// The bytes of a row are those of its record, and what stands around it that belongs to no record:
/// the file's header before its first game, and what follows the last. Of an accepted game the
/// column `layout` is `wthor BEFORE AFTER`, how many bytes of the column `rest` stand before and
/// after the record; the record is made of the typed columns and the number. Of a rejected one all
/// bytes are in `raw`.
namespace ign::convert {

/// The bytes of a row, and what is known of the record from elsewhere.
struct WthorRow {
    std::string_view before;
    std::string_view record;
    std::string_view after;
    std::uint16_t year = 0;
    std::string_view tournament;  ///< name, empty if unknown
    std::string_view black;
    std::string_view white;
    std::string_view source;  ///< empty where the file has no such column
};

class WthorRowWriter {
  public:
    /// Appends the row, and tells why the game was rejected, if it was: `game` and `offset` are
    /// left to the caller.
    Reject append(const WthorRow& row, columnar::RowBatch& batch);

  private:
    codec::Fold fold_;
    std::string text_;
};

/// Is that a row of an accepted game of Othello?
[[nodiscard]] bool is_wthor_row(const RowCursor& row);
/// Appends its bytes; what is wrong if that cannot be done, else an empty text.
[[nodiscard]] std::string write_wthor_row(const RowCursor& row, columnar::Buffer<char>& out);

}  // namespace ign::convert
