#include "ign/convert/annotate.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "files.hpp"
#include "ign/convert/exporter.hpp"

using namespace ign::convert;

namespace {

/// An engine in shell that gives every position 25 centipawns for the side to move.
EngineJob even_engine() {
    EngineJob job;
    job.engine = {"/bin/sh",
                  {"-c",
                   "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; "
                   "go*) echo info score cp 25; echo bestmove 0000;; quit) exit;; esac; done"}};
    job.limits.nodes = 1;
    return job;
}

}  // namespace

TEST_CASE("annotate: engines side by side give what one gives, in order") {
    test::Folder folder;
    std::string text;
    std::string want;
    for (int i = 0; i < 40; ++i) {
        std::string head("[Round \"");
        (head += std::to_string(i)) += "\"]\n\n";
        (text += head) += "1. e4 e5 *\n\n";
        (want += head) += "1. e4 { [%eval -0.25] } 1... e5 { [%eval 0.25] } *\n\n";
    }
    test::write_bytes(folder / "in.pgn", text);
    for (int threads : {1, 4}) {
        AnnotateOptions options;
        options.input = folder / "in.pgn";
        options.output = folder / "out.pgn";
        options.overwrite = ign::io::Overwrite::yes;
        options.engine = even_engine();
        options.threads = threads;
        Progress progress;
        AnnotateReport report = annotate(options, progress);
        CHECK(report.annotated == 40);
        CHECK(report.positions == 80);
        CHECK(report.engine_name == "/bin/sh");
        CHECK(test::read_bytes(options.output) == want);
        // The annotated text as Parquet, and again from Parquet, where nothing is left to do.
        for (const char* name : {"out.parquet", "again.parquet"}) {
            options.output = folder / name;
            annotate(options, progress);
            std::string back;
            export_pgn(std::span(&options.output, 1), threads,
                       [&](std::string_view part) { back += part; });
            CHECK(back == want);
            options.input = options.output;
        }
    }
}

TEST_CASE("annotate: an engine's fault leaves no output") {
    test::Folder folder;
    test::write_bytes(folder / "in.pgn", "1. e4 *\n");
    AnnotateOptions options;
    options.input = folder / "in.pgn";
    options.output = folder / "out.pgn";
    options.engine = even_engine();
    options.engine.engine.arguments = {"-c", "exit 1"};
    options.threads = 2;
    Progress progress;
    CHECK_THROWS_AS(annotate(options, progress), ign::uci::EngineError);
    CHECK(folder.files() == 1);
}
