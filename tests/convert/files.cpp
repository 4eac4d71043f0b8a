#include "files.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ign/io/source.hpp"
#include "ign/io/testing.hpp"

namespace ign::convert::test {

namespace fs = std::filesystem;

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "ign-convert-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
}

Folder::~Folder() { fs::remove_all(path_); }

std::size_t Folder::files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

std::string read_text(const std::string& path) {
    auto source = io::open_source(path);
    std::string text;
    std::vector<char> block(1 << 16);
    while (std::size_t got = source->read(block)) text.append(block.data(), got);
    return text;
}

std::string read_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    REQUIRE(file.good());
}

std::vector<std::string> shared_files(const std::string& folder, std::size_t most_bytes) {
    std::filesystem::path path = std::filesystem::path(IGN_SHARED_DIR) / folder;
    std::vector<std::string> files;
    if (!std::filesystem::is_directory(path)) {
        WARN("skipped: " << path << " is missing");
        return files;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file() && entry.file_size() <= most_bytes) {
            files.push_back(entry.path().string());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::string zstd(std::string_view text) {
    io::MemorySink memory;
    io::CompressingSink sink(memory, io::Compression::zstd);
    sink.write(std::as_bytes(std::span(text)));
    sink.finish();
    return memory.content();
}

std::string pzstd(const std::vector<std::string>& texts) {
    std::string archive;
    for (const std::string& text : texts) {
        const std::string frame = zstd(text);
        archive += std::string("\x50\x2A\x4D\x18\x04\x00\x00\x00", 8);
        for (unsigned byte = 0; byte < 4; ++byte) {
            archive += static_cast<char>(frame.size() >> (8 * byte));
        }
        archive += frame;
    }
    return archive;
}

}  // namespace ign::convert::test
