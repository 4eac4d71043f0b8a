#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "ign/columnar/schema.hpp"

namespace ign::convert {

/// What an export has done.
struct ExportReport {
    std::uint64_t games = 0;
    std::uint64_t bytes = 0;        ///< of PGN text
    std::uint64_t approximate = 0;  ///< games whose spelling the columns do not tell any more
    std::uint64_t impossible = 0;   ///< rows of which no game can be made
    std::string first_fault;        ///< `file: row 17: why`, of the first of these
};

/// Takes the next bytes of the text.
using TextSink = std::function<void(std::string_view)>;

/// The fields that GameWriter makes a game's text of: all but `ign8`, `plies`, `movetext`, `source`
/// and `error`, which repeat what others say.
[[nodiscard]] std::span<const columnar::Field> export_fields();

/// Writes the games of Parquet files as PGN, in the order of the files and rows: the text that was
/// converted, byte for byte, as far as the rows still hold it. All that is needed is in the rows,
/// so files rewritten by other programs do. Memory is bounded by a row group and the rows in
/// flight. Throws columnar::ParquetError, and what the sink throws.
ExportReport export_pgn(std::span<const std::filesystem::path> inputs, int threads,
                        const TextSink& write);

}  // namespace ign::convert
