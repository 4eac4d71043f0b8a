#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "ign/columnar/parquet_reader.hpp"
#include "ign/columnar/parquet_writer.hpp"
#include "model.hpp"

namespace ign::columnar {

inline WriterOptions test_options() {
    WriterOptions options;
    options.numbering = "pseudo-legal";
    options.metadata = {{"ign.source.name", "games.pgn"}};
    return options;
}

/// Keeps what is written.
struct StringSink {
    std::string text;
    void write(std::span<const std::byte> bytes) {
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
};

/// The bytes of a file of these row groups.
inline std::string parquet_of(const std::vector<std::vector<RowSlice>>& groups) {
    StringSink sink;
    WriterOptions options = test_options();
    RowGroupEncoder encoder(options);
    FileWriter writer(sink, options);
    for (const auto& group : groups) writer.append(encoder.encode(group));
    writer.finish({{"ign.source.bytes", "123"}});
    return sink.text;
}

/// A file that is gone at the end of the test.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& content)
        : path_(std::filesystem::temp_directory_path() /
                ("columnar-" + std::to_string(getpid()) + "-" + std::to_string(++count_))) {
        write(content);
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void write(const std::string& content) const {
        std::ofstream(path_, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};

inline std::vector<Row> read_rows(const std::filesystem::path& path) {
    FileReader reader(path);
    std::vector<Row> rows;
    for (int group = 0; group < reader.row_groups(); ++group) {
        for (Row& row : rows_of(reader.read_row_group(group, all_fields))) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

}  // namespace ign::columnar
