#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/options.hpp"

namespace ign::convert {

using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Where row groups go: one file, or a folder of part files. Nothing is under its final name before
/// `finish`; without it, all is removed again.
class Output {
  public:
    virtual ~Output() = default;
    virtual void append(columnar::EncodedRowGroup group) = 0;
    /// Completes the output and returns its size in bytes.
    virtual std::uint64_t finish(const Metadata& metadata) = 0;
};

std::unique_ptr<Output> open_output(const Options& options, const columnar::WriterOptions& writer);

}  // namespace ign::convert
