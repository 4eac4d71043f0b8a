#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ign/convert/checkpoint.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/report.hpp"
#include "ign/convert/verification.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/source.hpp"
#include "stretch.hpp"

namespace ign::convert {

/// A part of an input, for one thread to make rows of: a piece of its text, or frames that are
/// still to be decompressed.
struct InputPart {
    std::uint64_t number = 0;  ///< parts of all inputs before it
    std::size_t input = 0;     ///< of the options' inputs
    Piece piece;
    std::shared_ptr<Stretch> stretch;
    /// With an empty piece: what came before is all there is of the input.
    std::optional<io::InputError> fault;
    std::optional<io::RestartPoint> restart;  ///< of a piece, if one is known
};

/// Of a file that is not what it was when its frames were found.
[[nodiscard]] io::InputError changed_input(const std::string& name);

/// Gives the parts of all inputs in their order. One thread at a time.
class InputFeed {
  public:
    /// All must outlive the feed.
    InputFeed(const Options& options, Verification& verification, TextPool& texts,
              Progress& progress);

    /// Begins there instead of at the first input, which a checkpoint with a text of 0 stands for.
    void go_on(const Checkpoint& start);

    /// False once all inputs are used up, or after stop(). Throws io::InputError for an input that
    /// cannot be opened, and Cancelled.
    bool next(InputPart& part);

    /// No more parts; any thread may say so.
    void stop() { stop_ = true; }
    [[nodiscard]] bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }
    /// No more parts of that input, as of those before it; any thread may say so.
    void give_up(std::size_t input) { inputs_given_up_ = input + 1; }
    [[nodiscard]] bool is_given_up(std::size_t input) const {
        return input < inputs_given_up_.load(std::memory_order_relaxed);
    }
    /// Frees what is open.
    void close() { cutter_.reset(); }

  private:
    bool next_of_input(InputPart& part);
    bool next_stretch(InputPart& part);
    bool take_over_stretch();
    void open_next_input();
    void open_source();
    void cut_source();
    void check_size() const;
    bool next_piece(InputPart& part);
    bool read_piece(InputPart& part);
    void close_input();
    [[nodiscard]] bool goes_on() const { return input_ == start_.input && start_.text_offset != 0; }

    const Options& options_;
    Verification& verification_;
    TextPool& texts_;
    Progress& progress_;
    Checkpoint start_;

    bool is_open_ = false;
    std::size_t input_ = 0;                            // that is open, or next
    std::vector<std::shared_ptr<Stretch>> stretches_;  // none if the input is read in pieces
    std::size_t stretches_given_ = 0;
    std::uint64_t stored_size_ = 0;  // of a file with stretches
    std::unique_ptr<io::Source> source_;
    std::uint64_t source_begin_ = 0;  // in the file of stretches
    std::unique_ptr<PieceCutter> cutter_;
    bool is_at_beginning_ = false;
    bool input_is_broken_ = false;
    std::uint64_t finished_bytes_ = 0;
    std::uint64_t parts_given_ = 0;
    std::atomic<std::size_t> inputs_given_up_{0};
    std::atomic<bool> stop_{false};
};

}  // namespace ign::convert
