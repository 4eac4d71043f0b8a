#pragma once

#include <filesystem>
#include <string_view>

#include "ign/io/sink.hpp"

namespace ign::io {

/// Where a new file of that name will lie: the file behind a link, else `path`. Throws OutputError
/// if the name is that of a folder, device or pipe, or if it exists and `overwrite` is no.
[[nodiscard]] std::filesystem::path file_target(const std::filesystem::path& path,
                                                Overwrite overwrite);

/// Gives a finished, durable file its name; both must be on one file system. Throws OutputError;
/// with Overwrite::no also if a file has come under that name meanwhile, which stays.
void publish_file(const std::filesystem::path& from, const std::filesystem::path& to,
                  Overwrite overwrite);

/// Where a new folder of that name will lie, absolute and without links. An empty folder of that
/// name is taken over. Throws OutputError if the name is that of a file or of a mount point, or if
/// the folder holds something: with Overwrite::yes only if it holds something else than part files,
/// so that --force never deletes what it did not make.
[[nodiscard]] std::filesystem::path folder_target(const std::filesystem::path& path,
                                                  Overwrite overwrite);

/// Gives a finished folder its name and removes the part files that a folder of that name held.
/// Throws OutputError; a folder that has been filled meanwhile stays.
void publish_folder(const std::filesystem::path& from, const std::filesystem::path& to,
                    Overwrite overwrite);

/// Whether that is the name of a part file, `part-….parquet`.
[[nodiscard]] bool is_part_name(std::string_view name);

/// A name that nobody has: `.NAME.XXXXXX.part` beside `path`, so that it can be renamed to it.
[[nodiscard]] std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Makes names in a folder durable, as far as its file system can.
void sync_folder(const std::filesystem::path& folder) noexcept;

}  // namespace ign::io
