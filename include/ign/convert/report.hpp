#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ign/convert/reject.hpp"

namespace ign::convert {

/// How far a conversion has come; written by the pipeline, read by whoever shows it. Setting
/// `cancelled` ends the conversion with convert::Cancelled.
struct Progress {
    std::atomic<std::uint64_t> games{0};
    std::atomic<std::uint64_t> rejected{0};
    std::atomic<std::uint64_t> text_bytes{0};   ///< decompressed bytes whose games are in rows
    std::atomic<std::uint64_t> input_bytes{0};  ///< bytes read of the inputs as they are stored
    std::atomic<bool> cancelled{false};         ///< written by whoever watches
};

/// The conversion was asked to stop; nothing is left under the output's name.
class Cancelled : public std::runtime_error {
  public:
    Cancelled() : std::runtime_error("cancelled") {}
};

/// What a conversion has done.
struct Report {
    static constexpr std::size_t most_rejects_listed = 20;

    std::uint64_t games = 0;  ///< rows written, rejects among them
    std::uint64_t rejected = 0;
    std::array<std::uint64_t, reject_reason_count> rejected_by_reason{};
    std::vector<std::string> first_rejects;  ///< `file: game 3 at byte 812: illegal move at ply …`
    std::vector<std::string> broken_inputs;  ///< what was wrong, where the games before were kept
    std::uint64_t text_bytes = 0;
    std::uint64_t output_bytes = 0;
    std::vector<std::string> empty_inputs;  ///< inputs without a game
    std::string gameless_text;              ///< the text of the inputs if none holds a game
};

}  // namespace ign::convert
