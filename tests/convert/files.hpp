#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ign::convert::test {

/// A new folder that goes with its object.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string operator/(const std::string& name) const {
        return (path_ / name).string();
    }
    /// How many files lie in it.
    [[nodiscard]] std::size_t files() const;

  private:
    std::filesystem::path path_;
};

/// The bytes of a file, decompressed.
std::string read_text(const std::string& path);
/// The bytes of a file as they are.
std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, std::string_view bytes);

/// A zstd frame of the text, and a file in the layout of pzstd: a frame for each text, each behind
/// its index.
std::string zstd(std::string_view text);
std::string pzstd(const std::vector<std::string>& texts);

/// Files of ../shared/FOLDER, at most so large as stored, in order of their names; empty with a
/// warning if the folder is missing.
std::vector<std::string> shared_files(const std::string& folder, std::size_t most_bytes);

}  // namespace ign::convert::test
