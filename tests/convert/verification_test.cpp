// What --verify finds, and what it must not find.

#include "ign/convert/verification.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "files.hpp"
#include "ign/convert/pipeline.hpp"
#include "nasty_texts.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
namespace fs = std::filesystem;

namespace {

// Reads an input to its end through what watches it.
void watch(Verification& verification, std::size_t input, const fs::path& path) {
    auto source = verification.watch(input, ign::io::open_source(path));
    std::vector<char> buffer(1000);
    while (source->read(buffer) != 0) continue;
}

}  // namespace

TEST_CASE("a byte that differs is found at its place in its input, lost and added ones too") {
    Folder folder;
    std::string text = dump_games(30);
    Options options;
    options.inputs = {folder / "a.pgn", folder / "b.pgn"};
    options.output = folder / "out.parquet";
    for (const fs::path& input : options.inputs) write_bytes(input.string(), text);
    Progress progress;
    Report report = convert(options, progress);
    const std::vector<fs::path> files{options.output};
    Verification(options).verify(files, report);
    CHECK_FALSE(report.difference);
    CHECK(report.verified_bytes == 2 * text.size());

    for (std::size_t input : {0, 1}) {
        for (std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
            CAPTURE(input, at);
            std::string changed = text;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            std::string name = options.inputs[input].string();
            write_bytes(name, changed);
            Verification(options).verify(files, report);
            REQUIRE(report.difference);
            CHECK(report.difference->input == name);
            CHECK(report.difference->difference.offset == at);
            CHECK(report.difference->within == 0);
            write_bytes(name, text);
            report.difference.reset();
        }
    }
    for (const std::string& changed : {text + "x", text.substr(0, text.size() - 1)}) {
        write_bytes(options.inputs[1].string(), changed);
        Verification(options).verify(files, report);
        REQUIRE(report.difference);
        report.difference.reset();
    }
}

TEST_CASE("of a stream the block that differs is found") {
    Folder folder;
    std::string text = dump_games(400);
    REQUIRE(text.size() > 3 * ign::io::BlockChecks::block_size);
    Options options;
    options.inputs = {folder / "a.pgn"};
    options.output = folder / "out.parquet";
    write_bytes(folder / "a.pgn", text);
    Progress progress;
    Report report = convert(options, progress);
    const std::vector<fs::path> files{options.output};
    options.inputs = {"-"};
    {
        Verification same(options);
        watch(same, 0, folder / "a.pgn");
        same.verify(files, report);
        CHECK_FALSE(report.difference);
    }
    for (std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
        CAPTURE(at);
        std::string changed = text;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        write_bytes(folder / "b.pgn", changed);
        Verification verification(options);
        watch(verification, 0, folder / "b.pgn");
        verification.verify(files, report);
        REQUIRE(report.difference);
        CHECK(report.difference->input == "stdin");
        CHECK(report.difference->difference.offset <= at);
        CHECK(report.difference->difference.offset + report.difference->within > at);
        report.difference.reset();
    }
    for (const std::string& changed : {text + "x", text.substr(0, text.size() - 1)}) {
        write_bytes(folder / "b.pgn", changed);
        Verification verification(options);
        watch(verification, 0, folder / "b.pgn");
        verification.verify(files, report);
        REQUIRE(report.difference);
        report.difference.reset();
    }
}
