// Against the programs that make such files, where they are installed, and the shared cases.

#include <catch2/catch.hpp>
#include <cstdlib>

#include "ign/io/sink.hpp"
#include "ign/io/zstd_frames.hpp"
#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

bool run(const std::string& command) {
    return std::system((command + " 2>/dev/null").c_str()) == 0;
}

bool has_tool(const std::string& command) {
    const std::string tool = command.substr(0, command.find(' '));
    if (run("command -v " + tool + " >/dev/null")) {
        return true;
    }
    WARN("skipped: " + tool + " is not installed");
    return false;
}

}  // namespace

TEST_CASE("files of the usual programs read back") {
    const TemporaryFolder folder;
    const std::string text = sample_text(2'500'000, 1);
    const auto plain = folder.write("text.pgn", text);
    for (const std::string command :
         {"zstd -q -c", "zstd -q -19 --long=27 -c", "zstd -q --no-check --fast=3 -c",
          "zstd -q -T2 -B600000 -c", "gzip -c", "pigz -p 2 -b 128 -c", "bzip2 -c",
          "lbzip2 -n 2 -1 -c", "pbzip2 -p2 -c"}) {
        if (!has_tool(command)) {
            continue;
        }
        const auto packed = folder.path() / "packed";
        REQUIRE(run(command + " < " + plain.string() + " > " + packed.string()));
        // Written one after another, as `cat a.gz b.gz` does.
        const std::string twice = file_content(packed) + file_content(packed);
        const Outcome outcome = read_content(twice, 1 << 20);
        CAPTURE(command);
        CHECK_FALSE(outcome.error);
        CHECK(outcome.bytes == text + text);
    }
}

TEST_CASE("files of pzstd are indexed") {
    if (!has_tool("pzstd")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string text = sample_text(20'000'000, 2);
    const auto plain = folder.write("text.pgn", text);
    const auto packed = folder.path() / "text.pgn.zst";
    REQUIRE(run("pzstd -q -1 -p 2 " + plain.string() + " -o " + packed.string()));
    const auto frames = scan_pzstd_frames(packed);
    CHECK(frames.size() > 1);
    ZstdFrameSource source(packed);
    std::string joined;
    for (const ZstdFrame& frame : frames) {
        source.open_frame(frame);
        joined += read_all(source, 1 << 20).bytes;
    }
    CHECK(joined == text);
    CHECK(read_content(file_content(packed), 1 << 20).bytes == text);
}

TEST_CASE("the usual programs read our files") {
    const TemporaryFolder folder;
    const std::string text = sample_text(1'000'000, 3);
    for (const auto& [name, tool] :
         {std::pair{"out.pgn.zst", "zstd -q -t"}, std::pair{"out.pgn.gz", "gzip -t"}}) {
        if (!has_tool(tool)) {
            continue;
        }
        const auto path = folder.path() / name;
        AtomicFile file(path, Overwrite::no);
        CompressingSink sink(file, compression_by_name(path));
        sink.write(as_bytes(text));
        sink.finish();
        file.commit();
        CHECK(run(std::string(tool) + " " + path.string()));
    }
}

TEST_CASE("shared cases of kind compression and stdin-windows") {
    const std::filesystem::path folder = std::filesystem::path(IGN_SHARED_DIR) / "cases";
    if (!std::filesystem::exists(folder / "232-zst-skippable-first.pgn.zst")) {
        WARN("skipped: no shared cases");
        return;
    }
    struct Case {
        const char* name;
        std::size_t games;
    };
    for (const Case& each :
         {Case{"232-zst-skippable-first.pgn.zst", 3}, Case{"233-zst-multi-frame.pgn.zst", 3},
          Case{"238-zst-name-plain-text.pgn.zst", 3}, Case{"239-bz2-multistream.pgn.bz2", 3},
          Case{"243-zst-many-games-small.pgn.zst", 12}, Case{"278-ctrl-z-in-comment.pgn", 2},
          Case{"280-pipe-compressed-crlf.pgn.zst", 2}}) {
        const auto source = open_source(folder / each.name);
        const Outcome outcome = read_all(*source);
        CAPTURE(each.name);
        REQUIRE_FALSE(outcome.error);
        std::size_t games = 0;
        for (std::size_t at = 0; (at = outcome.bytes.find("[Event ", at)) != std::string::npos;
             ++at) {
            ++games;
        }
        CHECK(games == each.games);
    }
    for (const char* name : {"235-zst-truncated.pgn.zst", "241-bz2-truncated.pgn.bz2"}) {
        const auto source = open_source(folder / name);
        const Outcome outcome = read_all(*source);
        REQUIRE(outcome.error);
        CHECK_THAT(outcome.error->reason(), Catch::StartsWith("truncated"));
    }
    const auto source = open_source(folder / "278-ctrl-z-in-comment.pgn");
    CHECK(read_all(*source).bytes == file_content(folder / "278-ctrl-z-in-comment.pgn"));
}
