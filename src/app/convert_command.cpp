#include <array>
#include <chrono>
#include <iostream>

#include "command.hpp"
#include "difference_view.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/pipeline.hpp"
#include "ign/convert/wthor_conversion.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/inputs.hpp"
#include "progress_view.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Reads chess games (.pgn, also in .zst, .gz or .bz2; the format is told by the first bytes), "
    "replays\n"
    "every one with full legality checking, and writes Parquet with a row for each game. A game "
    "that\n"
    "cannot be replayed becomes a row with its error and its text; it never stops the run.";

constexpr const char* examples =
    "  ign convert lichess_db_standard_rated_2025-01.pgn.zst -o 2025-01.parquet\n"
    "  zstd -dc dump.pgn.zst | ign convert - -o dump.parquet\n"
    "  ign convert 'games/*.pgn' more/ -o all.parquet --numbering legal --zstd-level 9\n"
    "  ign convert dump.pgn.zst -o parts/            a folder of part files\n"
    "  ign convert dump.pgn.zst -o dump.parquet --resume     the same again, if it was killed\n"
    "  ign convert --game othello wthor/ -o othello.parquet      WTHOR files (.wtb)\n";

CommandLine make_command_line() {
    CommandLine line("convert IN... -o OUT [OPTIONS]", about, examples);
    line.positional("in");
    line.add()("output,o", text("OUT"),
               "a .parquet file, or a folder of part files (a name that ends in /)")(
        "force,f", "replace an existing output")("numbering",
                                                 text("RULE")->default_value("pseudo-legal"),
                                                 "which moves count: pseudo-legal or legal")(
        "resign",
        "the resign option: in every position resigning is one move more, the last; it ends the "
        "games that one side lost without being mated")(
        "game", text("GAME"),
        "chess (PGN) or othello (WTHOR files, .wtb); without it the first input tells")(
        "clocks", text("KIND")->default_value("spent"),
        "spent: time spent a move (small); remaining: the clock after each move")(
        "movetext", "add the moves as text, as a column of its own")(
        "limit", number<std::uint64_t>(), "stop after so many games")(
        "zstd-level", number<int>()->default_value(3), "compression of the columns, 1 to 22")(
        "row-group-size", text("SIZE")->default_value("32M"),
        "bytes of a row group before compression")(
        "verify",
        "export what was written and compare it with the input, before the output gets its name; a "
        "difference is shown, leaves no output, and exits with 1")(
        "resume",
        "keep finished parts in OUT.partial/, and go on from those that a killed run of the same "
        "command has left there")(
        "keep-going",
        "keep the games before the fault of a damaged or truncated input; exit with 1")(
        "strict", "exit with 1 if a game was rejected")(
        "progress", text("STYLE")->default_value("auto"),
        "off, plain, bar or json (default: bar on a terminal)");
    add_threads_option(line);
    return line;
}

void refuse_options_of_chess(const CommandLine& line) {
    for (const char* option : {"numbering", "resign", "clocks"}) {
        if (!line.is_given(option)) continue;
        throw UsageError("--" + std::string(option) +
                         " is for chess, not for othello; leave it out");
    }
    if (line.has("resume")) {
        throw UsageError(
            "--resume is for PGN: WTHOR files are converted in seconds; leave it out, and give the "
            "command again if it was ended");
    }
}

// Among PGN, a file of Othello games would be text without a game.
void refuse_othello(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        if (!convert::is_wthor_file(input)) continue;
        throw UsageError(input + " holds games of Othello, but " + inputs.front() +
                         " does not; convert them to outputs of their own");
    }
}

// The game that --game names, else the one that the first input looks like.
bool is_othello(const CommandLine& line, const std::vector<std::string>& inputs) {
    auto game = line.find<std::string>("game");
    bool othello = game ? *game == "othello" : convert::is_wthor_file(inputs.front());
    if (game && !othello && *game != "chess") {
        throw UsageError("--game is chess or othello, not '" + *game +
                         "'; other games have numbers by 'ign encode', but no files");
    }
    if (othello) refuse_options_of_chess(line);
    if (!othello && !game) refuse_othello(inputs);
    return othello;
}

bool is_folder_name(const std::string& name) {
    std::error_code ignored;  // what cannot be looked at is named when it cannot be written
    return name.ends_with('/') || std::filesystem::is_directory(name, ignored);
}

// What decides about the bytes of the output. The inputs are named in full by convert itself.
std::string command_of(const CommandLine& line) {
    constexpr std::array<std::string_view, 9> without = {
        "in", "output", "force", "help", "progress", "resume", "strict", "threads", "verify"};
    return columnar::program_name() + "\n" + line.description(without);
}

using Conversion = convert::Report(const convert::Options& options, convert::Progress& progress);

struct Job {
    convert::Options options;
    Conversion* convert;
};

Job parse_options(const CommandLine& line) {
    convert::Options job;
    std::vector<std::string> inputs = line.words("in");
    if (inputs.empty()) throw UsageError("no input; give files, folders, globs or - for stdin");
    if (!line.has("output"))
        throw UsageError("no output; give it with -o FILE.parquet or -o FOLDER/");
    const auto& output = line.get<std::string>("output");
    if (output.empty() || output == "-")
        throw UsageError("-o takes a file or a folder: Parquet needs one");
    bool othello = is_othello(line, inputs);
    job.inputs = io::expand_inputs(inputs, othello ? io::FileKind::wthor : io::FileKind::pgn);
    job.output = output;
    job.numbering = parse_numbering(line.get<std::string>("numbering"));
    if (line.has("resign")) job.resignation = game::Resignation::offered;
    const auto& clocks = line.get<std::string>("clocks");
    if (clocks != "spent" && clocks != "remaining") {
        throw UsageError("--clocks is spent or remaining, not '" + clocks + "'");
    }
    job.clocks =
        clocks == "spent" ? convert::ClockColumns::spent : convert::ClockColumns::remaining;
    if (line.has("movetext")) job.movetext = convert::Movetext::keep;
    if (line.has("keep-going")) job.broken_input = convert::BrokenInput::keep_games;
    if (line.has("force")) job.overwrite = io::Overwrite::yes;
    if (line.has("verify")) job.verify = convert::Verify::yes;
    if (line.has("resume")) job.resume = command_of(line);
    job.threads = parse_threads(line);
    job.zstd_level = line.get<int>("zstd-level");
    if (job.zstd_level < 1 || job.zstd_level > 22) throw UsageError("--zstd-level takes 1 to 22");
    job.limit = line.find<std::uint64_t>("limit");
    job.row_group_bytes = parse_size("row-group-size", line.get<std::string>("row-group-size"));
    if (is_folder_name(output)) job.part_row_groups = convert::row_groups_of_a_part;
    refuse_output_over_input(job.inputs, job.output);
    return {std::move(job), othello ? convert::convert_wthor : convert::convert};
}

std::optional<std::uint64_t> bytes_of_inputs(const convert::Options& job) {
    std::uint64_t total = 0;
    for (const auto& input : job.inputs) {
        std::error_code fault;
        if (!std::filesystem::is_regular_file(input, fault)) return std::nullopt;
        total += std::filesystem::file_size(input, fault);
    }
    return total;
}

void print_summary(const convert::Report& report, const convert::Options& job, double seconds) {
    for (const convert::CutInput& input : report.broken_inputs) {
        std::cerr << "ign: " << input.fault << "; the games before are kept\n";
    }
    for (const std::string& warning : report.warnings) {
        std::cerr << "ign: warning: " << warning << '\n';
    }
    for (const std::string& name : report.empty_inputs) {
        std::cerr << "ign: warning: " << name << " holds no game\n";
    }
    for (const std::string& reject : report.first_rejects)
        std::cerr << "rejected: " << reject << '\n';
    if (report.rejected > report.first_rejects.size()) {
        std::cerr << "rejected: … and " << grouped(report.rejected - report.first_rejects.size())
                  << " more; see the column error\n";
    }
    if (report.resumed_games != 0) {
        std::cerr << "resumed: " << grouped(report.resumed_games)
                  << " games were finished by an earlier run\n";
    }
    std::cerr << grouped(report.games) << (report.games == 1 ? " game, " : " games, ")
              << grouped(report.rejected) << " rejected";
    const char* separator = " (";
    for (std::size_t i = 0; i < report.rejected_by_reason.size(); ++i) {
        if (report.rejected_by_reason[i] == 0) continue;
        std::cerr << separator << to_text(static_cast<convert::RejectReason>(i)) << ' '
                  << grouped(report.rejected_by_reason[i]);
        separator = ", ";
    }
    if (report.rejected != 0) std::cerr << ')';
    double games = static_cast<double>(report.games);
    std::cerr << ", " << job.output.string() << ": " << grouped(report.output_bytes) << " bytes";
    if (report.games != 0) {
        std::cerr << ", " << fixed(static_cast<double>(report.output_bytes) / games, 1)
                  << " a game";
    }
    std::cerr << "; " << fixed(seconds, 2) << " s, "
              << grouped(static_cast<std::uint64_t>(games / seconds)) << " games/s\n";
}

}  // namespace

ExitCode run_convert(std::span<const std::string> arguments) {
    CommandLine line = make_command_line();
    if (!line.parse(arguments)) return ExitCode::done;
    columnar::use_heap();
    auto [job, conversion] = parse_options(line);
    ProgressStyle style = parse_progress(line.get<std::string>("progress"));

    convert::Progress progress;
    auto start = std::chrono::steady_clock::now();
    convert::Report report;
    {
        ProgressView view(style, progress, bytes_of_inputs(job));
        report = conversion(job, progress);
    }
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (report.difference) {
        print_difference(*report.difference);
        std::cerr << "ign: " << job.output.string()
                  << " was not written, since it would not give back the input\n";
        return ExitCode::rejects;
    }
    print_summary(report, job, elapsed.count());
    if (job.verify == convert::Verify::yes) {
        std::cerr << "verified: all " << grouped(report.verified_bytes) << " bytes of "
                  << grouped(report.games) << " games are in the Parquet\n";
    }
    if (!report.broken_inputs.empty()) return ExitCode::rejects;
    return line.has("strict") && report.rejected != 0 ? ExitCode::rejects : ExitCode::done;
}

}  // namespace ign::app
