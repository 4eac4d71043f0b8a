#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "ign/convert/options.hpp"
#include "ign/convert/report.hpp"
#include "ign/io/block_checks.hpp"
#include "ign/io/source.hpp"

namespace ign::convert {

/// Says whether the files that a conversion has written give back its inputs. A regular file is
/// read again; of any other input checksums of its text are kept while it is converted, so that of
/// a difference only the block of 64 KiB is known.
class Verification {
  public:
    explicit Verification(const Options& options) : options_(options) {}

    /// The source to convert that input from, in place of `source`.
    [[nodiscard]] std::unique_ptr<io::Source> watch(std::size_t input,
                                                    std::unique_ptr<io::Source> source);

    /// Exports the files and compares. Sets `verified_bytes` and `difference` of the report, which
    /// is that of the conversion. Throws io::InputError and columnar::ParquetError.
    void verify(std::span<const std::filesystem::path> files, Report& report) const;

  private:
    class Comparison;

    const Options& options_;
    std::map<std::size_t, io::BlockChecks> watched_;
};

}  // namespace ign::convert
