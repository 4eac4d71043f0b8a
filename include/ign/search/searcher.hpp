#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "ign/convert/exporter.hpp"
#include "ign/search/query.hpp"
#include "ign/search/row_printer.hpp"

namespace ign::search {

/// What a search has done.
struct Report {
    std::uint64_t files = 0;
    std::uint64_t row_groups = 0;
    std::uint64_t row_groups_read = 0;  ///< the others are told by their statistics
    std::uint64_t rows = 0;             ///< in all row groups
    std::uint64_t found = 0;
    std::uint64_t approximate = 0;  ///< games printed whose spelling the columns do not tell
    std::uint64_t impossible = 0;   ///< rows that could not be replayed, or not be printed as PGN
    std::string first_fault;        ///< `file: row 17: why`, of the first of these
};

/// Searches Parquet files and prints the rows that are found, in the order of files and rows.
///
/// Reads what the query asks for first, and what is printed only of row groups where something has
/// been found. Memory is bounded by the columns asked for of a row group for each thread, and those
/// printed of one. `limit` ends the search once so many rows have been printed. Throws
/// columnar::ParquetError, also where a file lacks a column that is needed, and what the sink
/// throws.
Report search(std::span<const std::filesystem::path> inputs, const Query& query,
              const PrintOptions& print, std::optional<std::uint64_t> limit, int threads,
              const convert::TextSink& write);

}  // namespace ign::search
