#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ign/chess/ordinal.hpp"
#include "ign/convert/reject.hpp"
#include "ign/game/resignation.hpp"
#include "ign/io/sink.hpp"

namespace ign::convert {

/// The clock columns: the time spent on each move, or what each clock shows after it.
enum class ClockColumns : std::uint8_t { spent, remaining };
/// Is there a column with the moves as text?
enum class Movetext : std::uint8_t { leave_out, keep };

/// Is the output exported and compared with the inputs before it gets its name?
enum class Verify : std::uint8_t { no, yes };

/// A damaged input ends the conversion with io::InputError, or like its end with a note in the
/// report.
enum class BrokenInput : std::uint8_t { fail, keep_games };

/// Row groups of a part file of a folder: with the default size some 250 MB before compression.
inline constexpr std::uint64_t row_groups_of_a_part = 8;

/// What one conversion is asked to do. Sizes are in bytes of uncompressed data, times in none.
struct Options {
    std::vector<std::filesystem::path> inputs;  ///< in the order of the rows; "-" is standard input
    std::filesystem::path output;               ///< a file, or a folder where `parts` says so
    chess::Numbering numbering = chess::Numbering::pseudo_legal;
    /// Resigning is a move, the last one of games that one side lost without being mated.
    game::Resignation resignation = game::Resignation::none;
    ClockColumns clocks = ClockColumns::spent;
    Movetext movetext = Movetext::leave_out;
    io::Overwrite overwrite = io::Overwrite::no;
    BrokenInput broken_input = BrokenInput::fail;  ///< of archives that are cut short or damaged
    int threads = 1;
    int zstd_level = 3;
    std::optional<std::uint64_t> limit;            ///< stop after so many games
    std::uint64_t row_group_bytes = 32 << 20;      ///< a row group is closed once it holds so much
    std::uint64_t row_group_rows = 1 << 20;        ///< or so many rows
    std::optional<std::uint64_t> part_row_groups;  ///< a folder of part files, so many groups each
    /// Called for every rejected game, in the order of the rows, with the name of its input; one
    /// call at a time, but from any thread of the conversion.
    std::function<void(const std::string& input, const Reject& reject)> on_reject;
    /// Keep finished row groups in OUT.partial, and go on from those that a run of the same command
    /// has left there. The text is that command: a line for each thing that decides about the bytes
    /// of the output, but for the inputs' sizes and times.
    std::optional<std::string> resume;
    /// Export what was written and compare it with the inputs before the output gets its name.
    Verify verify = Verify::no;
    std::size_t piece_bytes = 3 << 18;  ///< text handed to a worker at a time
    /// Frames of an archive that a worker takes at a time: as many as make up so much.
    std::uint64_t stretch_bytes = 4 << 20;
};

}  // namespace ign::convert
