#pragma once

#include <cstddef>
#include <cstdint>

#include "ign/columnar/row_batch.hpp"

namespace ign::columnar {

/// Bytes that the runs of so many levels may take.
constexpr std::size_t most_level_bytes(std::size_t count) { return 3 * (count / 8 + 2) + 16; }

/// Writes levels as Parquet's hybrid of runs and bits, without a length before it, and returns the
/// end. There is a choice where to end a run: it is made as by Arrow's encoder, byte for byte.
/// `width` is 1 or 2 bits. The room behind `out` must be most_level_bytes(count).
std::uint8_t* write_level_runs(const Level* levels, std::size_t count, int width,
                               std::uint8_t* out);

}  // namespace ign::columnar
