#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "ign/convert/engine_evaluator.hpp"
#include "ign/convert/game_annotator.hpp"
#include "ign/convert/report.hpp"
#include "ign/io/sink.hpp"

namespace ign::convert {

/// What one run is asked to do.
struct AnnotateOptions {
    std::filesystem::path input;   ///< PGN (`-` for standard input) or Parquet, by its first bytes
    std::filesystem::path output;  ///< Parquet if the name ends in .parquet, else PGN; `-`: stdout
    io::Overwrite overwrite = io::Overwrite::no;
    EngineJob engine;
    ExistingEvals existing = ExistingEvals::keep;
    int threads = 1;  ///< so many engines work side by side
    int zstd_level = 3;
};

/// What one run has done.
struct AnnotateReport {
    std::uint64_t games = 0;
    std::uint64_t annotated = 0;
    std::uint64_t had_evals = 0;  ///< left as they were, and so are the next two
    std::uint64_t without_moves = 0;
    std::uint64_t rejected = 0;
    std::uint64_t positions = 0;    ///< that the engines evaluated
    std::uint64_t approximate = 0;  ///< games of a Parquet file that cannot be spelled as once
    std::string engine_name;        ///< empty if no game needed one
};

/// Writes the input's games with evaluations by an engine, in their order; the output appears when
/// it is complete. A Parquet output is what convert() makes of that text, with the numbering, the
/// clock columns, `source` and the `ign.source` metadata of a Parquet input, so that its rows give
/// back the text with the evaluations byte for byte. `ign.annotated.engine` and
/// `ign.annotated.limits` in the metadata tell where they come from. The same output for any number
/// of threads, if the engine is deterministic (see EngineEvaluator). Throws uci::EngineError,
/// columnar::ParquetError, io::InputError and io::OutputError.
AnnotateReport annotate(const AnnotateOptions& options, Progress& progress);

}  // namespace ign::convert
