#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ign/columnar/errors.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/columnar/schema.hpp"

namespace ign::columnar {

/// A leaf column as it stands in the file, over all row groups.
struct ColumnInfo {
    std::string path;                    ///< `spent_white.list.element`
    std::optional<Field> field;          ///< nothing for a column that is none of ours
    std::string type;                    ///< `BYTE_ARRAY String`, as Parquet names it
    std::uint64_t values = 0;            ///< slots, NULLs included
    std::uint64_t compressed_bytes = 0;  ///< with page headers
    std::uint64_t uncompressed_bytes = 0;
    std::vector<std::string> encodings;  ///< of the values, each once: `PLAIN`, `RLE_DICTIONARY`
    std::string codec;                   ///< `ZSTD`; that of the first row group
};

/// What the statistics of a row group promise of a column; what they leave open is not set. The
/// bounds need not occur as values. Numbers are those that a batch holds: dates in days,
/// timestamps in milliseconds.
struct ColumnBounds {
    std::optional<std::uint64_t> nulls;
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> greatest;
    std::optional<std::string> least_text;
    std::optional<std::string> greatest_text;
};

/// Reads files of FileWriter, and the same columns rewritten by other programs: in any order,
/// encoding, codec and row groups, with other widths of integers and strings, other units of time,
/// without our metadata. A column that is missing or whose field is not asked for stays empty in
/// the batch. Every fault of the file is a ParquetError that names the file.
class FileReader {
  public:
    /// Opens the file and reads its footer.
    explicit FileReader(const std::filesystem::path& path);
    FileReader(FileReader&&) noexcept;
    FileReader& operator=(FileReader&&) noexcept;
    ~FileReader();

    /// Another reader of the same file, for another thread; the footer is not read again.
    [[nodiscard]] FileReader clone() const;

    [[nodiscard]] const std::string& name() const;  ///< as given
    /// Rows of all row groups, how many of these there are, and the rows of one (from 0).
    [[nodiscard]] std::uint64_t num_rows() const;
    [[nodiscard]] int row_groups() const;
    [[nodiscard]] std::uint64_t row_group_rows(int group) const;
    /// The size of the file.
    [[nodiscard]] std::uint64_t file_bytes() const;
    /// The program that has written the file, as the footer says.
    [[nodiscard]] const std::string& created_by() const;

    /// Key-value metadata in file order, that of Arrow itself (`ARROW:schema`) included.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& metadata() const;
    /// The value of a key, nothing if the file does not have it.
    [[nodiscard]] std::optional<std::string> metadata(std::string_view key) const;

    /// Does the file have the field's column?
    [[nodiscard]] bool has(Field field) const;
    /// All leaf columns in file order, those that are none of ours too.
    [[nodiscard]] std::vector<ColumnInfo> columns() const;

    /// Of a column that is no list and no map; nothing is set of any other, of one that the file
    /// does not have, and where the file keeps no statistics that can be relied on.
    [[nodiscard]] ColumnBounds bounds(int group, Field field) const;

    /// All rows of a row group; of a map both leaves are read if either is asked for. Not
    /// thread-safe: use one reader for each thread.
    [[nodiscard]] RowBatch read_row_group(int group, std::span<const Field> wanted);

    /// Goes to the first row of a row group that is read with read_rows, so many rows at a time:
    /// what is read stays in cache, and memory does not grow with the row group.
    void open_row_group(int group, std::span<const Field> wanted, std::size_t rows_at_a_time);
    /// Appends the next rows to a batch without rows; false if none are left.
    bool read_rows(RowBatch& batch);

  private:
    class State;
    explicit FileReader(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

}  // namespace ign::columnar
