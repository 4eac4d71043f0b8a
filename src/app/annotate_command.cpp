#include <chrono>
#include <iostream>

#include "command.hpp"
#include "ign/convert/annotate.hpp"
#include "ign/io/inputs.hpp"
#include "progress_view.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Evaluates the positions of games with a UCI engine and writes the games with the evaluations, "
    "as Lichess\n"
    "does: [%eval 0.17] or [%eval #-3] behind each move, White's view. IN is PGN or Parquet (told "
    "by its first\n"
    "bytes), OUT is Parquet if its name ends in .parquet, else PGN. Games that have evaluations, "
    "and those that\n"
    "cannot be replayed, stay as they are.";

constexpr const char* examples =
    "  ign annotate --engine stockfish --nodes 100000 games.pgn -o annotated.pgn\n"
    "  ign annotate --engine ./engine --depth 12 --option Hash=64 2025-01.parquet -o "
    "2025-01-evals.parquet\n";

CommandLine make_command_line() {
    CommandLine line("annotate --engine PROGRAM IN -o OUT [OPTIONS]", about, examples);
    line.positional("in");
    line.add()("engine,e", text("PROGRAM"),
               "the UCI engine: a path, or a name in PATH or /usr/games")(
        "output,o", text("OUT"),
        "a .parquet file, a PGN file (.zst and .gz compress), or - for stdout")(
        "nodes", number<std::uint64_t>(), "nodes for each position (default 100000)")(
        "depth", number<std::uint32_t>(), "depth for each position")(
        "movetime", number<std::uint32_t>(), "milliseconds for each position")(
        "option", options::value<std::vector<std::string>>()->composing()->value_name("NAME=VALUE"),
        "an option of the engine; may be given again")("timeout",
                                                       number<std::uint32_t>()->default_value(60),
                                                       "seconds after which a search has failed")(
        "replace", "evaluate games again that have evaluations")("force,f",
                                                                 "replace an existing output")(
        "progress", text("STYLE")->default_value("auto"),
        "off, plain, bar or json (default: bar on a terminal)");
    add_threads_option(line);
    return line;
}

convert::EngineJob parse_engine(const CommandLine& line) {
    convert::EngineJob job;
    if (!line.has("engine")) throw UsageError("no engine; give it with --engine, e.g. stockfish");
    job.engine.program = line.get<std::string>("engine");
    job.limits.nodes = line.find<std::uint64_t>("nodes");
    job.limits.depth = line.find<std::uint32_t>("depth");
    if (line.has("movetime")) {
        job.limits.movetime = std::chrono::milliseconds(line.get<std::uint32_t>("movetime"));
    }
    constexpr std::uint64_t usual_nodes = 100'000;
    bool has_limit = job.limits.nodes || job.limits.depth || job.limits.movetime;
    if (!has_limit) job.limits.nodes = usual_nodes;
    if (job.limits.nodes == 0 || job.limits.depth == 0U) {
        throw UsageError("--nodes and --depth take numbers from 1 on");
    }
    for (const std::string& pair : line.words("option")) {
        std::size_t sign = pair.find('=');
        if (sign == std::string::npos || sign == 0) {
            throw UsageError("--option takes NAME=VALUE, not '" + pair + "'");
        }
        job.options.emplace_back(pair.substr(0, sign), pair.substr(sign + 1));
    }
    job.longest_search = std::chrono::seconds(line.get<std::uint32_t>("timeout"));
    return job;
}

convert::AnnotateOptions parse_job(const CommandLine& line) {
    convert::AnnotateOptions job;
    job.engine = parse_engine(line);
    auto inputs = io::expand_inputs(line.words("in"));
    if (inputs.size() != 1) throw UsageError("annotate takes one input, PGN or Parquet");
    job.input = inputs.front();
    if (!line.has("output")) throw UsageError("no output; give it with -o FILE");
    job.output = line.get<std::string>("output");
    if (job.output.empty() || std::filesystem::is_directory(job.output)) {
        throw UsageError("-o takes a file or -");
    }
    refuse_output_over_input(inputs, job.output);
    if (line.has("replace")) job.existing = convert::ExistingEvals::replace;
    if (line.has("force")) job.overwrite = io::Overwrite::yes;
    job.threads = parse_threads(line);
    return job;
}

std::optional<std::uint64_t> bytes_of(const std::filesystem::path& input) {
    std::error_code fault;
    if (!std::filesystem::is_regular_file(input, fault)) return std::nullopt;
    return std::filesystem::file_size(input, fault);
}

void print_summary(const convert::AnnotateReport& report, double seconds) {
    if (report.approximate != 0) {
        std::cerr << "ign: warning: " << grouped(report.approximate)
                  << " games are right but not spelled as once: columns are missing in the input\n";
    }
    std::cerr << grouped(report.games) << (report.games == 1 ? " game, " : " games, ")
              << grouped(report.annotated) << " annotated, " << grouped(report.had_evals)
              << " with evaluations before, " << grouped(report.without_moves) << " without moves, "
              << grouped(report.rejected) << " rejected";
    if (!report.engine_name.empty()) std::cerr << "; " << report.engine_name;
    std::cerr << "; " << grouped(report.positions) << " positions, " << fixed(seconds, 2) << " s, "
              << grouped(
                     static_cast<std::uint64_t>(static_cast<double>(report.positions) / seconds))
              << " positions/s\n";
}

}  // namespace

ExitCode run_annotate(std::span<const std::string> arguments) {
    CommandLine line = make_command_line();
    if (!line.parse(arguments)) return ExitCode::done;
    convert::AnnotateOptions job = parse_job(line);
    ProgressStyle style = parse_progress(line.get<std::string>("progress"));
    convert::Progress progress;
    auto start = std::chrono::steady_clock::now();
    convert::AnnotateReport report;
    {
        ProgressView view(style, progress, bytes_of(job.input));
        report = convert::annotate(job, progress);
    }
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    print_summary(report, elapsed.count());
    return ExitCode::done;
}

}  // namespace ign::app
