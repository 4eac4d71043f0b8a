#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/columnar/schema.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/convert/row_cursor.hpp"

namespace ign::search {

/// What is printed of a row.
enum class RowFormat : std::uint8_t {
    pgn,   ///< the text that `ign export` writes of the row
    csv,   ///< RFC 4180, as DuckDB writes it: NULL is nothing, an empty text is ""
    json,  ///< an object a line
    none   ///< nothing: the rows are only counted
};

/// How rows are printed.
///
/// Values of columns, in CSV and JSON: dates as 2017-04-01, times as 2017-04-01 12:30:15+00, `ign`
/// as a decimal number (in JSON a string, for readers of JSON round large numbers), other binary
/// columns as text with \xHH for all but printable ASCII. Lists and maps are JSON in JSON; in CSV
/// they are [1, 2, NULL] and {key=value}.
struct PrintOptions {
    RowFormat format = RowFormat::pgn;
    std::vector<columnar::Field> columns;  ///< of csv and json; of a map the leaf of its keys
    convert::NumberingScheme numbering;    ///< of rows that name none
};

/// Columns by their names, in any case, separated by commas; the error is a name that is none.
[[nodiscard]] Result<std::vector<columnar::Field>, std::string> parse_columns(
    std::string_view names);

/// Prints rows, one after another. One for each thread.
class RowPrinter {
  public:
    explicit RowPrinter(const PrintOptions& options) : options_(options), pgn_(options.numbering) {}

    /// What a batch must hold to be printed.
    [[nodiscard]] static std::vector<columnar::Field> fields(const PrintOptions& options);
    /// What stands before all rows.
    [[nodiscard]] static std::string header(const PrintOptions& options);

    /// Appends the row. `impossible` can only be said of PGN.
    convert::Exactness print(const convert::RowCursor& row, std::string& out);

    [[nodiscard]] const std::string& fault() const { return pgn_.fault(); }

  private:
    void print_csv(const convert::RowCursor& row, std::string& out);
    void print_json(const convert::RowCursor& row, std::string& out);

    PrintOptions options_;
    convert::GameWriter pgn_;
};

}  // namespace ign::search
