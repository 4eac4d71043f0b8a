// Conversions that stop in the middle and are started again.

#include <sys/resource.h>
#include <sys/xattr.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "files.hpp"
#include "ign/base/record.hpp"
#include "ign/columnar/row_group_record.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/pipeline.hpp"
#include "ign/io/errors.hpp"
#include "nasty_texts.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
namespace fs = std::filesystem;

namespace {

// As if the disk were full: no file grows beyond so many bytes.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
        rlimit limited = before_;
        limited.rlim_cur = bytes;
        REQUIRE(setrlimit(RLIMIT_FSIZE, &limited) == 0);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    rlimit before_{};
    void (*handler_)(int);
};

Options options_for(std::vector<fs::path> inputs, const fs::path& output) {
    Options options;
    options.inputs = std::move(inputs);
    options.output = output;
    options.piece_bytes = 2000;
    options.row_group_rows = 40;
#if !defined(__SANITIZE_THREAD__)
    options.threads = 2;
#endif
    return options;
}

Report run(const Options& options) {
    Progress progress;
    return convert(options, progress);
}

bool keeps_attributes(const fs::path& file) {
    return setxattr(file.c_str(), "user.ign.test", "x", 1, 0) == 0;
}

// All bytes of the output, which is removed.
std::string take(const fs::path& output) {
    std::string bytes;
    if (fs::is_directory(output)) {
        for (std::size_t i = 0;; ++i) {
            fs::path part = output / part_name(i);
            if (!fs::exists(part)) break;
            bytes += part.filename().string() + read_bytes(part.string());
        }
    } else {
        bytes = read_bytes(output.string());
    }
    fs::remove_all(output);
    return bytes;
}

std::uint64_t largest_file(const fs::path& output) {
    if (!fs::is_directory(output)) return fs::file_size(output);
    std::uint64_t largest = 0;
    for (const auto& entry : fs::directory_iterator(output)) {
        largest = std::max<std::uint64_t>(largest, entry.file_size());
    }
    return largest;
}

// Runs that fail at ever larger files, and at last one that does not.
void check_resumed(Options options) {
    Report whole = run(options);
    std::size_t step = 1 + largest_file(options.output) / 5;
    std::string expected = take(options.output);
    options.resume = "test\n";
    fs::path partial = options.output;
    partial += ".partial";
    std::size_t failed = 0;
    std::size_t resumed = 0;
    for (std::size_t limit = step;; limit += step) {
        Report report;
        try {
            FileSizeLimit full(limit);
            report = run(options);
        } catch (const ign::io::OutputError&) {
            ++failed;
            REQUIRE_FALSE(fs::exists(options.output));
            REQUIRE(limit < 1000 * expected.size());
            continue;
        }
        resumed += report.resumed_games;
        CHECK(report.games == whole.games);
        CHECK(report.rejected == whole.rejected);
        CHECK(report.rejected_by_reason == whole.rejected_by_reason);
        CHECK(report.first_rejects == whole.first_rejects);
        CHECK(report.empty_inputs == whole.empty_inputs);
        CHECK(report.gameless_text == whole.gameless_text);
        CHECK(report.broken_inputs.size() == whole.broken_inputs.size());
        CHECK(report.output_bytes == whole.output_bytes);
        REQUIRE(fs::exists(partial));
        report.leftovers.reset();
        break;
    }
    CHECK_FALSE(fs::exists(partial));
    CHECK(failed > 2);
    CHECK(resumed > 0);
    CHECK(take(options.output) == expected);
}

}  // namespace

TEST_CASE("a conversion that is stopped at any size and goes on makes the same bytes") {
    Folder folder;
    std::string text = dump_games(150) + "1. e4 e4 *\n\n" + dump_games(200) + "The end.\n";
    write_bytes(folder / "in.pgn", text);
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    for (std::uint64_t rows : {7, 40, 100}) {
        INFO(rows);
        options.row_group_rows = rows;
        check_resumed(options);
    }
}

TEST_CASE("a folder of parts goes on after its finished parts") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(400));
    Options options = options_for({folder / "in.pgn"}, folder / "parts");
    for (std::uint64_t groups : {1, 2, 3}) {
        INFO(groups);
        options.part_row_groups = groups;
        check_resumed(options);
    }
}

TEST_CASE("several inputs go on in the one where the run was stopped") {
    Folder folder;
    std::vector<fs::path> inputs;
    for (int i = 0; i < 30; ++i) {
        inputs.push_back(folder / ("in" + std::to_string(i) + ".pgn"));
        std::string text = i % 7 % 4 == 0 ? "Nothing " + std::to_string(i) + ".\n" : dump_games(20);
        write_bytes(inputs.back().string(), text);
    }
    for (std::uint64_t rows : {3, 20, 33}) {
        INFO(rows);
        Options options = options_for(inputs, folder / "out.parquet");
        options.row_group_rows = rows;
        check_resumed(options);
    }
}

TEST_CASE("an archive goes on in the frame where the run was stopped") {
    Folder folder;
    const std::string text = dump_games(400);
    std::vector<std::string> frames;
    for (std::size_t at = 0; at < text.size(); at += 30'000)
        frames.push_back(text.substr(at, 30'000));
    write_bytes(folder / "in.pgn.zst", pzstd(frames));
    for (std::uint64_t rows : {7, 40, 100}) {
        INFO(rows);
        Options options = options_for({folder / "in.pgn.zst"}, folder / "out.parquet");
        options.row_group_rows = rows;
        options.stretch_bytes = 1;
        check_resumed(options);
    }
}

TEST_CASE("a limit counts the games of earlier runs") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(400));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.limit = 333;
    check_resumed(options);
}

TEST_CASE("what another command, another input or nobody has left is not taken up") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(400));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.resume = "test\n";
    {
        FileSizeLimit full(20000);
        CHECK_THROWS_AS(run(options), ign::io::OutputError);
    }
    fs::path partial = folder / "out.parquet.partial";
    REQUIRE(fs::exists(partial / "journal"));
    std::string journal = read_bytes((partial / "journal").string());
    options.resume = "test 2\n";
    CHECK_THROWS_WITH(run(options), Catch::Contains("'test' there, 'test 2' here") &&
                                        Catch::Contains("delete the folder"));
    options.resume = "test\n";
    write_bytes(folder / "in.pgn", dump_games(401));
    CHECK_THROWS_WITH(run(options), Catch::Contains("in.pgn") && Catch::Contains("bytes"));
    CHECK(read_bytes((partial / "journal").string()) == journal);
    // An output that came meanwhile is not touched, nor are the parts.
    write_bytes(folder / "in.pgn", dump_games(400));
    fs::remove_all(partial);
    {
        FileSizeLimit full(20000);
        CHECK_THROWS_AS(run(options), ign::io::OutputError);
    }
    write_bytes(folder / "out.parquet", "precious");
    CHECK_THROWS_WITH(run(options), Catch::Contains("exists already"));
    CHECK(fs::exists(partial / "journal"));
    // A folder of that name that is no such thing.
    fs::remove_all(partial);
    fs::remove(folder / "out.parquet");
    fs::create_directory(partial);
    write_bytes((partial / "diary").string(), "dear");
    CHECK_THROWS_WITH(run(options), Catch::Contains("not made by this program"));
    CHECK(fs::exists(partial / "diary"));
}

TEST_CASE("standard input and pipes cannot be resumed") {
    Folder folder;
    for (const char* input : {"-", "/dev/null"}) {
        Options options = options_for({input}, folder / "out.parquet");
        options.resume = "test\n";
        CHECK_THROWS_WITH(run(options), Catch::Contains("leave out --resume"));
        CHECK(fs::is_empty(folder / ""));
    }
}

TEST_CASE("a run that has finished nothing leaves nothing") {
    Folder folder;
    write_bytes(folder / "in.pgn", std::string("\xFF\xFE[\0E\0", 6));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.resume = "test\n";
    CHECK_THROWS_AS(run(options), ign::io::InputError);
    CHECK_FALSE(fs::exists(folder / "out.parquet.partial"));
}

TEST_CASE("a run killed just after its output got its name is seen to be done") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(100));
    if (!keeps_attributes(folder / "in.pgn")) WARN("this file system keeps no attributes");
    for (int kind = 0; kind < 4; ++kind) {
        bool parts = kind % 2 == 1;
        bool with_folder = kind < 2 || !keeps_attributes(folder / "in.pgn");
        CAPTURE(parts, with_folder);
        Options options = options_for({folder / "in.pgn"}, folder / "out");
        options.resume = "test\n";
        if (parts) options.part_row_groups = 1;
        {
            Report killed = run(options);
            fs::path partial = folder / "out.partial";
            REQUIRE(fs::exists(partial));
            // A killed process runs no destructor.
            fs::copy(partial, folder / "kept", fs::copy_options::recursive);
            killed.leftovers.reset();
            if (with_folder) fs::rename(folder / "kept", partial);
            fs::remove_all(folder / "kept");
        }
        if (with_folder) removexattr((folder / "out").c_str(), "user.ign.finished");
        Report report = run(options);
        CHECK(report.games == 100);
        CHECK(report.resumed_games == 100);
        report.leftovers.reset();
        CHECK_FALSE(fs::exists(folder / "out.partial"));
        CHECK(take(folder / "out").size() >= report.output_bytes);
    }
}

TEST_CASE("records are read back as they were, and nothing else is") {
    Checkpoint checkpoint;
    checkpoint.input = 3;
    checkpoint.text_offset = 1ULL << 40;
    checkpoint.restart = {17, 1ULL << 39};
    checkpoint.report.games = 12;
    checkpoint.report.first_rejects = {"a", std::string("\0b", 2)};
    checkpoint.report.broken_inputs = {{"x", "cut", 9}};
    checkpoint.report.empty_inputs = {"", "y"};
    std::string saved = save_checkpoint(checkpoint);
    CHECK(save_checkpoint(load_checkpoint(saved)) == saved);
    CHECK(load_checkpoint(saved).report.first_rejects == checkpoint.report.first_rejects);
    for (std::size_t size = 0; size < saved.size(); ++size) {
        CHECK_THROWS_AS(load_checkpoint(std::string_view(saved).substr(0, size)), ign::RecordError);
    }
    CHECK_THROWS_AS(load_checkpoint(saved + "x"), ign::RecordError);
    CHECK_THROWS_AS(ign::columnar::load_row_group(saved), ign::RecordError);
}
