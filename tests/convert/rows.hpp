#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/convert/piece_encoder.hpp"

/// Rows in a form that tests can write down and compare. What cannot be is thrown, not reported to
/// Catch2: the fuzz targets use this too.
namespace ign::convert::test {

using columnar::Field;

inline const std::string null = "(null)";

/// Every field of one row in print: numbers in decimal, `ign` too, lists and maps with commas
/// between their elements in square brackets, NULL as `(null)`, a field without levels as "".
struct Row {
    std::array<std::string, columnar::field_count> values;

    const std::string& operator[](Field field) const { return values[columnar::index_of(field)]; }
    friend bool operator==(const Row&, const Row&) = default;
};

/// Reads the leaves on its own, so that it judges the writer and RowCursor alike.
std::vector<Row> print_rows(const columnar::RowBatch& batch);
std::vector<Row> print_rows(std::span<const columnar::RowSlice> slices);

/// Where two lists of rows differ first, in words; empty if they are the same.
std::string difference(const std::vector<Row>& left, const std::vector<Row>& right);

/// A text in a block of memory of its own size, so that the address sanitizer sees reads past it.
class ExactText {
  public:
    explicit ExactText(std::string_view text);

    [[nodiscard]] const char* begin() const { return bytes_.get(); }
    [[nodiscard]] const char* end() const { return bytes_.get() + size_; }
    [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

  private:
    std::unique_ptr<char[]> bytes_;
    std::size_t size_;
};

/// Encodes the whole text as one piece.
EncodedPiece encode(std::string_view text, RowOptions options = {});
std::vector<Row> rows_of(std::string_view text, RowOptions options = {});
/// The only row of `text`.
Row row_of(std::string_view text, RowOptions options = {});

/// Games as the tokenizer alone counts them.
std::size_t count_games(std::string_view text);

}  // namespace ign::convert::test
