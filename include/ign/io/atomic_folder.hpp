#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ign/io/sink.hpp"

namespace ign::io {

/// A folder of part files that appears under its name complete or not at all. The files are written
/// into a hidden folder `.NAME.XXXXXX.part` beside it, which commit() renames; the destructor
/// removes it if commit() was not reached, and so do the handlers of cleanup.hpp on Ctrl-C.
class AtomicFolder {
  public:
    /// An empty folder of that name is taken over. Throws OutputError if the name is that of a
    /// file, if the folder above is missing or read-only, or if the folder holds something: with
    /// Overwrite::yes only if it holds something else than part files, so that --force never
    /// deletes what it did not make.
    AtomicFolder(const std::filesystem::path& path, Overwrite overwrite);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    /// The path under which the file `name` (`part-….parquet`) of the folder is to be written now.
    std::filesystem::path add(const std::string& name);

    /// Gives the folder its name. Nothing may be added afterwards.
    void commit();

  private:
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::vector<std::size_t> removals_;  // places in the table of cleanup.hpp
    bool committed_ = false;
};

}  // namespace ign::io
