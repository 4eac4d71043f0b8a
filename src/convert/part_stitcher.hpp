#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ign/convert/checkpoint.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/report.hpp"
#include "ign/convert/stitcher.hpp"
#include "part_encoder.hpp"

namespace ign::convert {

/// Joins the parts of all inputs into one run of rows, and knows the places from which another run
/// could go on. One thread at a time, parts in their order.
class PartStitcher {
  public:
    /// What it works with; all must outlive it.
    struct Surroundings {
        const Options& options;
        Progress& progress;
        Report& report;
        InputFeed& feed;
        BatchPool& batches;
        TextPool& texts;
    };
    explicit PartStitcher(const Surroundings& surroundings);

    /// Goes on from there.
    void go_on(const Checkpoint& start);
    /// Adds the rows of a part that are final to `rows`. A stretch comes as often as its reader has
    /// more of it, and once more at its end. Throws io::InputError for a fault of the input, unless
    /// the games before it are to be kept, and Cancelled.
    void add(InputPart& part, EncodedPart& encoded, std::vector<columnar::RowSlice>& rows);
    /// Adds the last row.
    void finish(std::vector<columnar::RowSlice>& rows) { stitcher_.finish(rows); }

    /// Enough games; no more rows come.
    [[nodiscard]] bool limit_reached() const { return stitcher_.limit_reached(); }
    /// Notes how far the rows reach by now. What was given before is for a place before them.
    void reach();
    /// The place that was noted last, saved (checkpoint.hpp).
    [[nodiscard]] std::string checkpoint() const;

  private:
    void begin_input(std::size_t input);
    void pass(io::RestartPoint point);
    void add_piece(InputPart& part, EncodedPiece piece, std::vector<columnar::RowSlice>& rows);
    void add_stretch(InputPart& part, EncodedStretch& encoded,
                     std::vector<columnar::RowSlice>& rows);
    void begin_stretch(const Stretch& stretch, EncodedStretch& encoded,
                       std::vector<columnar::RowSlice>& rows);
    void read_rest(InputPart& part, const EncodedStretch& encoded,
                   std::vector<columnar::RowSlice>& rows);
    void read_rest_of(const Stretch& stretch, const EncodedStretch& encoded,
                      std::vector<columnar::RowSlice>& rows);
    void end_input(const InputPart& part, std::vector<columnar::RowSlice>& rows);

    Surroundings with_;
    Stitcher stitcher_;
    Checkpoint start_;
    CheckpointTrail trail_;
    std::optional<std::size_t> input_;  // of the part before
};

}  // namespace ign::convert
