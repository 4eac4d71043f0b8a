#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/convert/options.hpp"

namespace ign::convert {

/// Key-value metadata of a file, in file order.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Where the rows come from. Of several inputs only their number: the names are in the column
/// `source`.
Metadata source_metadata(const Options& options);

/// Where row groups go: one file, or a folder of part files. Nothing is under its final name before
/// `publish`. All throw io::OutputError.
class Output {
  public:
    virtual ~Output() = default;

    /// `checkpoint` is saved (checkpoint.hpp) and tells where a run can go on that has all groups
    /// up to this one.
    virtual void append(columnar::EncodedRowGroup group, const std::string& checkpoint) = 0;
    /// Writes the end of the file. Nothing may be appended afterwards. `checkpoint` is that of the
    /// whole conversion.
    virtual void complete(const Metadata& metadata, const std::string& checkpoint) = 0;
    /// Where the complete files lie until they are published, in the order of their rows.
    [[nodiscard]] virtual std::vector<std::filesystem::path> files() const = 0;
    /// Gives the output its name, and returns its size in bytes.
    virtual std::uint64_t publish() = 0;
    /// Removes what has been written, instead of `publish`.
    virtual void discard() {}

    /// What lies beside the output until the last owner lets it go; null if there is nothing.
    [[nodiscard]] virtual std::shared_ptr<void> leftovers() const { return nullptr; }

    /// What an earlier run has left: its last checkpoint, and the rows of all its row groups, which
    /// are some more than the games of the checkpoint.
    struct Resumed {
        Checkpoint checkpoint;
        std::uint64_t rows = 0;
    };
    [[nodiscard]] virtual std::optional<Resumed> resumed() const { return std::nullopt; }
};

/// A file, a folder of part files, or under --resume one that can be gone on with. Throws
/// io::OutputError if it exists and may not be replaced, or cannot be made.
std::unique_ptr<Output> open_output(const Options& options, const columnar::WriterOptions& writer);

/// `part-00017.parquet`
[[nodiscard]] std::string part_name(std::size_t number);

}  // namespace ign::convert
