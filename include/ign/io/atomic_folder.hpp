#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "ign/io/sink.hpp"

namespace ign::io {

/// A folder of part files that appears under its name complete or not at all. The files are written
/// into a hidden folder `.NAME.XXXXXX.part` beside it, which commit() renames; the destructor
/// removes it if commit() was not reached, and so do the handlers of cleanup.hpp on Ctrl-C.
class AtomicFolder {
  public:
    /// Throws OutputError as folder_target (publish.hpp) does, and if the folder above is missing
    /// or read-only.
    AtomicFolder(const std::filesystem::path& path, Overwrite overwrite);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    /// The path under which the file `name` (`part-….parquet`) of the folder is to be written now.
    [[nodiscard]] std::filesystem::path add(const std::string& name) const;

    /// Gives the folder its name. Nothing may be added afterwards.
    void commit();

  private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    Overwrite overwrite_;
    std::optional<std::size_t> removal_;
    bool committed_ = false;
};

}  // namespace ign::io
