#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ign/convert/options.hpp"

namespace ign::convert {

/// What of a conversion is timed by itself.
enum class Stage : std::uint8_t {
    read,     ///< decompression, and the cut into pieces
    tokens,   ///< the tokenizer alone; part of `games`
    replay,   ///< moves read, checked and numbered, nothing else; part of `games`
    games,    ///< GameReader: text to game records
    fold,     ///< digits to integers; part of `rows`
    rows,     ///< RowWriter: game records to columns of a batch
    parquet,  ///< RowGroupEncoder: batches to compressed pages
};
/// How many stages there are.
inline constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::parquet) + 1;

/// How long each stage took, and over how much.
struct StageTimes {
    std::array<double, stage_count> seconds{};
    std::uint64_t games = 0;
    std::uint64_t plies = 0;  ///< half-moves of the games that were not rejected
    std::uint64_t text_bytes = 0;

    [[nodiscard]] double& operator[](Stage stage) {
        return seconds[static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] double operator[](Stage stage) const {
        return seconds[static_cast<std::size_t>(stage)];
    }
};

/// Does the work of a conversion of the first input stage by stage, on one thread and without a
/// file to write, and takes the time of each. For text that the cutter cuts right, such as a dump;
/// at a wrong cut it stops. Throws as `convert` does.
StageTimes time_stages(const Options& options);

}  // namespace ign::convert
