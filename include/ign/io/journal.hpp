#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ign::io {

/// A file of records, each whole or not there: one zstd frame with checksum after another. What a
/// killed process has left of a record at the end is cut off when the file is opened again.
class Journal {
  public:
    /// Opens the file or creates it. Throws OutputError.
    explicit Journal(const std::filesystem::path& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// The records that the file held when it was opened; to be taken once.
    [[nodiscard]] std::vector<std::string> take_records() { return std::move(records_); }

    /// Appends a record, durable on return. Throws OutputError; afterwards the journal may only be
    /// destroyed.
    void append(std::string_view record);

  private:
    void load();

    std::string name_;
    int descriptor_ = -1;
    std::vector<std::string> records_;
};

/// The whole records at the beginning of `bytes`, and in `end` where they end.
[[nodiscard]] std::vector<std::string> parse_journal(std::string_view bytes, std::size_t& end);

}  // namespace ign::io
