#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ign/convert/comparison.hpp"
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

/// An input that a fault has cut short.
struct CutInput {
    std::string name;
    std::string fault;             ///< `name: truncated zstd frame at byte …`
    std::uint64_t text_bytes = 0;  ///< of its text, those whose games were kept
};

/// Where an input and what was made of it part.
struct InputDifference {
    std::string input;
    Difference difference;
    std::uint64_t within = 0;  ///< so many bytes from there on; 0 if the place is exact
};

/// What a conversion has done.
struct Report {
    static constexpr std::size_t most_rejects_listed = 20;

    std::uint64_t games = 0;  ///< rows written, rejects among them
    std::uint64_t rejected = 0;
    std::array<std::uint64_t, reject_reason_count> rejected_by_reason{};
    std::vector<std::string> first_rejects;  ///< `file: game 3 at byte 812: illegal move at ply …`
    std::vector<CutInput> broken_inputs;     ///< of which the games before the fault were kept
    std::uint64_t text_bytes = 0;
    std::uint64_t output_bytes = 0;
    std::uint64_t verified_bytes = 0;  ///< of text that was exported and compared
    /// Of the verification; the output was not given its name then.
    std::optional<InputDifference> difference;
    std::uint64_t resumed_games = 0;  ///< of the games, those that an earlier run had finished
    std::vector<std::string> empty_inputs;  ///< inputs without a game
    std::vector<std::string> warnings;      ///< what is odd about an input that could be read
    std::string gameless_text;              ///< the text of the inputs if none holds a game
    /// Under `resume`, OUT.partial, which goes with the report: as the last act of the program,
    /// since a run that is killed later could not be told from one that found the output there.
    std::shared_ptr<void> leftovers;

    /// Counts it, and lists it if it is one of the first.
    void count_reject(const std::string& input, const Reject& reject);
};

}  // namespace ign::convert
