#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ign::io {

/// Which files of a folder are meant, by their names in any case.
enum class FileKind : std::uint8_t {
    pgn,     ///< *.pgn, *.pgn.zst, *.pgn.gz, *.pgn.bz2
    wthor,   ///< *.wtb, *.wtb.zst, *.wtb.gz, *.wtb.bz2
    parquet  ///< *.parquet
};

/// Why Parquet cannot come through a pipe, and what to do.
inline constexpr const char* parquet_needs_a_file =
    "a Parquet file is read from its end, which standard input does not allow; give its name";

/// Turns command-line arguments into inputs, in the order given: a file or "-" stands for itself
/// (Parquet cannot be "-"); a folder for the files of the kind below it, sorted by path bytes; a
/// name that does not exist but holds * ? or [ is a glob(3) pattern, its matches sorted likewise.
/// Links to folders inside a folder are not followed. Throws InputError for a missing name, a
/// pattern without match and a folder without such files.
[[nodiscard]] std::vector<std::filesystem::path> expand_inputs(
    std::span<const std::string> arguments, FileKind kind = FileKind::pgn);

/// Whether both names lead to one file (same device and inode); false if one does not exist. "-" on
/// the left is standard input.
[[nodiscard]] bool same_file(const std::filesystem::path& left, const std::filesystem::path& right);

}  // namespace ign::io
