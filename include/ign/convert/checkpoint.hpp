#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "ign/convert/report.hpp"
#include "ign/io/source.hpp"

namespace ign::convert {

/// A place between two games from which a conversion can go on, and its report up to there.
struct Checkpoint {
    std::size_t input = 0;          ///< of the options' inputs; their number once all are done
    std::uint64_t text_offset = 0;  ///< of the decompressed text of that input
    std::uint64_t input_games = 0;  ///< games of that input before the place
    io::RestartPoint restart;       ///< of that input, at or before the place
    Report report;                  ///< of all games before the place
};

/// As bytes, and back; `load_checkpoint` throws RecordError (ign/base/record.hpp) for bytes that
/// are none.
[[nodiscard]] std::string save_checkpoint(const Checkpoint& checkpoint);
[[nodiscard]] Checkpoint load_checkpoint(std::string_view record);

/// Follows a conversion and knows the last place from which another run could go on. What the
/// report lists only grows, so that of the lists only their lengths are kept at each place.
class CheckpointTrail {
  public:
    CheckpointTrail() = default;
    /// From where a run goes on.
    explicit CheckpointTrail(const Checkpoint& checkpoint);

    /// The text of an input follows, behind so many bytes of the inputs before it.
    void begin_input(std::size_t input, std::uint64_t text_before);
    /// A point of the input, in the order in which they are passed.
    void pass(io::RestartPoint point);
    /// The games before that place of the input are in `report`, and no others.
    void reach(std::uint64_t text_offset, std::uint64_t input_games, const Report& report);

    /// The place reached last; `report` is the one given there, which may have grown since.
    [[nodiscard]] Checkpoint last(const Report& report) const;

  private:
    void note_lists(const Report& report);

    Checkpoint place_;  // its report without the lists
    std::size_t rejects_listed_ = 0;
    std::size_t broken_inputs_ = 0;
    std::size_t empty_inputs_ = 0;
    std::size_t input_ = 0;
    std::uint64_t text_before_ = 0;
    std::deque<io::RestartPoint> points_;  // of the input, behind the place
};

}  // namespace ign::convert
