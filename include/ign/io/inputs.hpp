#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ign::io {

/// Turns command-line arguments into inputs, in the order given: a file or "-" stands for itself;
/// a folder for the files below it named *.pgn, *.pgn.zst, *.pgn.gz or *.pgn.bz2 (in any case),
/// sorted by path bytes; a name that does not exist but holds * ? or [ is a glob(3) pattern, its
/// matches sorted likewise. Links to folders inside a folder are not followed.
/// Throws InputError for a missing name, a pattern without match and a folder without PGN files.
[[nodiscard]] std::vector<std::filesystem::path> expand_inputs(
    std::span<const std::string> arguments);

/// Whether both names lead to one file (same device and inode); false if one does not exist.
[[nodiscard]] bool same_file(const std::filesystem::path& left, const std::filesystem::path& right);

}  // namespace ign::io
