#pragma once

#include <filesystem>

#include "ign/columnar/parquet_reader.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/report.hpp"

namespace ign::convert {

/// The value of the column `numbering` in files of Othello games.
inline constexpr std::string_view othello_numbering = "othello";

/// Does a file begin like a WTHOR file (see ign/wthor/format.hpp), decompressed if need be? False
/// for standard input, a folder and what cannot be opened.
[[nodiscard]] bool is_wthor_file(const std::filesystem::path& path);

/// Are the games of a Parquet file those of a WTHOR file? Told by the metadata or, where another
/// program has dropped them, by the statistics of the column `numbering`.
[[nodiscard]] bool holds_othello(const columnar::FileReader& file);

/// Converts WTHOR files as `convert` does PGN: a row a game, whatever is wrong with it; export
/// gives the files back byte for byte. The names of players and tournaments come from a .jou and a
/// .trn beside the file, of its own name or called WTHOR. A file with fewer whole games than its
/// header says is cut, which is an io::InputError, or, if the options keep the games of broken
/// inputs, noted in the report. Of the options those about chess are of no effect.
Report convert_wthor(const Options& options, Progress& progress);

}  // namespace ign::convert
