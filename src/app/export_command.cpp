#include <iostream>

#include "command.hpp"
#include "difference_view.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/convert/comparison.hpp"
#include "ign/convert/exporter.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/inputs.hpp"
#include "ign/io/sink.hpp"
#include "ign/io/source.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

constexpr const char* about_export =
    "Writes the games of Parquet files made by ign as PGN: the text that was converted, byte for "
    "byte. Files\n"
    "rewritten by other programs do too, as long as they kept the columns.";

constexpr const char* examples_export =
    "  ign export 2025-01.parquet -o 2025-01.pgn.zst\n"
    "  ign export parts/ | less\n";

constexpr const char* about_verify =
    "Says whether Parquet files hold every byte of a PGN file, by exporting them and comparing as "
    "it goes.";

constexpr const char* examples_verify = "  ign verify 2025-01.pgn.zst 2025-01.parquet\n";

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

// Writes to a file through its compressor, or to standard output.
convert::ExportReport export_to(const std::string& output, io::Overwrite overwrite,
                                std::span<const std::filesystem::path> inputs, int threads) {
    if (output == "-") {
        io::StdoutSink out;
        auto report = convert::export_pgn(
            inputs, threads, [&](std::string_view text) { out.write(bytes_of(text)); });
        out.flush();
        return report;
    }
    refuse_output_over_input(inputs, output);
    io::AtomicFile file(output, overwrite);
    io::CompressingSink out(file, io::compression_by_name(output));
    auto report = convert::export_pgn(inputs, threads,
                                      [&](std::string_view text) { out.write(bytes_of(text)); });
    out.finish();
    file.commit();
    return report;
}

ExitCode judge(const convert::ExportReport& report) {
    if (report.approximate != 0) {
        std::cerr
            << "ign: warning: " << grouped(report.approximate)
            << " games are right but not byte for byte: columns are missing (layout or others)\n";
    }
    if (report.impossible == 0) return ExitCode::done;
    std::cerr << "ign: " << grouped(report.impossible) << " rows hold no game that can be written; "
              << report.first_fault << '\n';
    return ExitCode::failed;
}

}  // namespace

ExitCode run_export(std::span<const std::string> arguments) {
    CommandLine line("export IN.parquet... [-o OUT] [OPTIONS]", about_export, examples_export);
    line.positional("in");
    line.add()("output,o", text("OUT")->default_value("-"),
               "a file (compressed if it ends in .zst or .gz), or - for standard output")(
        "force,f", "replace an existing output");
    add_threads_option(line);
    if (!line.parse(arguments)) return ExitCode::done;
    columnar::use_heap();
    std::vector<std::string> words = line.words("in");
    if (words.empty()) throw UsageError("no input; give the Parquet files to export");
    auto overwrite = line.has("force") ? io::Overwrite::yes : io::Overwrite::no;
    return judge(export_to(line.get<std::string>("output"), overwrite,
                           io::expand_inputs(words, io::FileKind::parquet), parse_threads(line)));
}

ExitCode run_verify(std::span<const std::string> arguments) {
    CommandLine line("verify PGN PARQUET... [OPTIONS]", about_verify, examples_verify);
    line.positional("in");
    add_threads_option(line);
    if (!line.parse(arguments)) return ExitCode::done;
    columnar::use_heap();
    std::vector<std::string> words = line.words("in");
    if (words.size() < 2)
        throw UsageError("give the PGN file first and the Parquet files after it");
    auto source = io::open_source(words.front());
    auto files = io::expand_inputs(std::span(words).subspan(1), io::FileKind::parquet);
    convert::Comparison comparison([&](std::span<char> into) { return source->read(into); });
    convert::ExportReport report = convert::export_pgn(
        files, parse_threads(line), [&](std::string_view text) { comparison.take(text); });
    comparison.finish();
    ExitCode code = judge(report);
    if (comparison.differs()) {
        print_difference(source->name(), comparison.difference());
        return ExitCode::rejects;
    }
    if (code == ExitCode::done) {
        std::cerr << source->name() << ": all " << grouped(report.bytes) << " bytes of "
                  << grouped(report.games) << " games are in the Parquet\n";
    }
    return code;
}

}  // namespace ign::app
