#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ign::convert::test {

/// The bytes of a file, decompressed.
std::string read_text(const std::string& path);
/// The bytes of a file as they are.
std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, std::string_view bytes);

/// Files of ../shared/FOLDER, at most so large as stored, in order of their names; empty with a
/// warning if the folder is missing.
std::vector<std::string> shared_files(const std::string& folder, std::size_t most_bytes);

}  // namespace ign::convert::test
