#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ign/convert/report.hpp"
#include "ign/convert/row_writer.hpp"
#include "rows.hpp"

/// What holds for any bytes. Each law returns an empty string, or in words what broke it; tests and
/// fuzzers call the same functions.
namespace ign::convert::laws {

/// The rows of a text that comes in pieces which end at `cuts` (ascending offsets), by way of the
/// stitcher.
std::vector<columnar::RowSlice> stitch(std::string_view text, std::span<const std::size_t> cuts,
                                       const RowOptions& options, Report& report);
std::vector<test::Row> stitched_rows(std::string_view text, std::span<const std::size_t> cuts,
                                     const RowOptions& options, Report& report);

/// The same rows and the same report, wherever the text is cut.
std::string cuts(std::string_view text, std::span<const std::size_t> cuts);

/// Each game that the reader's fast path has read gives the same row alone: the fast path needs a
/// game behind the game, so alone it is read by the general path.
std::string fast_path(std::string_view text);

/// Each row gives back the text of its game, and all rows together the whole text.
std::string round_trip(std::string_view text, const RowOptions& options = {});

}  // namespace ign::convert::laws
