#include "ign/convert/pipeline.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "files.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/testing.hpp"
#include "nasty_texts.hpp"
#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
namespace fs = std::filesystem;

namespace {

Options options_for(std::vector<fs::path> inputs, const std::string& output) {
    Options options;
    options.inputs = std::move(inputs);
    options.output = output;
    options.overwrite = ign::io::Overwrite::yes;
    return options;
}

// The thread sanitizer does not see how oneTBB orders its threads, and would cry at all that one
// stage hands to the next. So under it one thread does all; threads_test.cpp has the others.
Options seen_by_sanitizer(Options options) {
#if defined(__SANITIZE_THREAD__)
    options.threads = 1;
#endif
    return options;
}

Report convert_once(const Options& options, Progress& progress) {
    return convert(seen_by_sanitizer(options), progress);
}

Report run(const Options& options) {
    Progress progress;
    Report report = convert_once(options, progress);
    CHECK(progress.games == report.games);
    CHECK(progress.rejected == report.rejected);
    return report;
}

std::string bytes_of(const Options& options) {
    Report report = run(options);
    std::string bytes = read_bytes(options.output.string());
    CHECK(report.output_bytes == bytes.size());
    return bytes;
}

std::vector<Row> read_parquet(const std::string& path) {
    ign::columnar::FileReader reader(path);
    std::vector<Field> all;
    for (std::size_t i = 0; i < ign::columnar::field_count; ++i)
        all.push_back(static_cast<Field>(i));
    std::vector<Row> rows;
    for (int group = 0; group < reader.row_groups(); ++group) {
        std::vector<Row> part = print_rows(reader.read_row_group(group, all));
        rows.insert(rows.end(), part.begin(), part.end());
    }
    return rows;
}

struct Converted {
    std::string bytes;
    std::vector<Row> rows;
};

Converted converted(const Options& options) {
    std::string bytes = bytes_of(options);
    return {std::move(bytes), read_parquet(options.output.string())};
}

// The same file byte for byte; what differs is told by its rows.
void require_same(const Options& options, const Converted& expected) {
    if (bytes_of(options) == expected.bytes) return;
    std::string what = difference(expected.rows, read_parquet(options.output.string()));
    FAIL((what.empty() ? "other bytes of the same rows" : what)
         << " with pieces of " << options.piece_bytes << ", " << options.threads << " threads");
}

}  // namespace

TEST_CASE("the file is the same byte for byte however small the pieces are") {
    Folder folder;
    std::string trap = "[Event \"x\"]\n\n1. e4 {\n\n[Event \"trap\"]\n\n1. d4 *\n\n} e5 *\n\n";
    std::string text = "Prose.\n\n" + trap + "1. e5 *\n\n" + trap + "The end.\n";
    write_bytes(folder / "in.pgn", text);
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    Converted whole = converted(options);
    for (options.piece_bytes = 1; options.piece_bytes <= text.size() + 1; ++options.piece_bytes) {
        INFO(options.piece_bytes);
        options.threads = 1 + static_cast<int>(options.piece_bytes % 3);
        require_same(options, whole);
    }
}

TEST_CASE("nasty texts give the same file in pieces of any size") {
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        Folder folder;
        write_bytes(folder / "in.pgn", text);
        Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
        Converted whole = converted(options);
        CHECK(ign::columnar::FileReader(folder / "out.parquet").num_rows() == count_games(text));
        options.threads = 2;
        for (std::size_t size : {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}) {
            INFO(size);
            options.piece_bytes = size;
            require_same(options, whole);
        }
    }
}

TEST_CASE("the file is the same byte for byte with any number of threads") {
    Folder folder;
    std::string text = dump_games(3000);
    write_bytes(folder / "in.pgn", text);
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.piece_bytes = 5000;
    options.row_group_rows = 700;
    Converted one = converted(options);
    for (int threads : {2, 8}) {
        options.threads = threads;
        require_same(options, one);
    }
    options.piece_bytes = 1 << 20;
    require_same(options, one);
    ign::columnar::FileReader reader(folder / "out.parquet");
    CHECK(reader.num_rows() == 3000);
    CHECK(reader.row_groups() == 5);
    CHECK(reader.row_group_rows(0) == 700);
    CHECK(reader.row_group_rows(4) == 200);
}

TEST_CASE("what is in the file is what the encoder made") {
    Folder folder;
    std::string text = dump_games(20) + "1. e4 e4 *\n\n[Foo \"\xFC\"]\n\n1. d4 {x} *\n";
    write_bytes(folder / "in.pgn", text);
    run(options_for({folder / "in.pgn"}, folder / "out.parquet"));
    std::vector<Row> expected = rows_of(text);
    std::vector<Row> found = read_parquet(folder / "out.parquet");
    for (Row& row : found) row.values[ign::columnar::index_of(Field::numbering)].clear();
    CHECK(difference(expected, found) == "");
}

TEST_CASE("row groups are bounded by bytes") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(1000));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.row_group_bytes = 20000;
    bytes_of(options);
    ign::columnar::FileReader reader(folder / "out.parquet");
    CHECK(reader.num_rows() == 1000);
    CHECK(reader.row_groups() > 5);
    CHECK(reader.row_groups() < 50);
    write_bytes(folder / "in.pgn", dump_games(20));
    options.row_group_bytes = 1;
    bytes_of(options);
    CHECK(ign::columnar::FileReader(folder / "out.parquet").row_groups() == 20);
}

TEST_CASE("several inputs stand one after another, with their names") {
    Folder folder;
    write_bytes(folder / "a.pgn", "1. e4 *\n\n1. e4 e4 *\n");
    write_bytes(folder / "b.pgn", "Nothing.\n");
    write_bytes(folder / "c.pgn", "1. d4 d5 *\n\nThe end.\n");
    write_bytes(folder / "d.pgn.zst", zstd(dump_games(2)));
    Options options =
        options_for({folder / "c.pgn", folder / "a.pgn", folder / "b.pgn", folder / "d.pgn.zst"},
                    folder / "out.parquet");
    Report report = run(options);
    std::vector<Row> rows = read_parquet(folder / "out.parquet");
    REQUIRE(rows.size() == 5);
    CHECK(rows[0][Field::source] == folder / "c.pgn");
    CHECK(rows[1][Field::source] == folder / "a.pgn");
    CHECK(rows[2][Field::source] == folder / "a.pgn");
    CHECK(rows[3][Field::source] == folder / "d.pgn.zst");
    CHECK(rows[4][Field::plies] == "4");
    CHECK(report.games == 5);
    CHECK(report.rejected == 1);
    CHECK(report.first_rejects ==
          std::vector{folder / "a.pgn: game 2 at byte 9: illegal move at ply 2: e4"});
    CHECK(report.empty_inputs == std::vector{folder / "b.pgn"});
    CHECK(rows[2][Field::raw] == "1. e4 e4 *\nNothing.\n");
    CHECK(report.gameless_text.empty());
    Converted one = converted(options);
    options.threads = 3;
    options.piece_bytes = 4;
    require_same(options, one);
}

TEST_CASE("an input without games is a file of no rows that keeps its text") {
    Folder folder;
    for (const std::string text : {"", "Nothing.\n"}) {
        write_bytes(folder / "in.pgn", text);
        Report report = run(options_for({folder / "in.pgn"}, folder / "out.parquet"));
        CHECK(report.games == 0);
        CHECK(report.empty_inputs.size() == 1);
        ign::columnar::FileReader reader(folder / "out.parquet");
        CHECK(reader.num_rows() == 0);
        CHECK(reader.metadata("ign.source.text").value_or("") == text);
    }
}

TEST_CASE("the sample in frames side by side gives the same, whole or damaged") {
    Folder folder;
    std::string sample = read_bytes(IGN_SOURCE_DIR "/datasets/sample.pgn.zst");
    write_bytes(folder / "whole.zst", sample + sample);
    std::string damaged = sample + sample;
    std::size_t middle = sample.size() + sample.size() / 2;
    for (std::size_t i = 0; i < 100; ++i)
        damaged[middle + i] = static_cast<char>(~damaged[middle + i]);
    write_bytes(folder / "damaged.zst", damaged);
    for (const char* name : {"whole.zst", "damaged.zst"}) {
        INFO(name);
        Options options = options_for({folder / name}, folder / "out.parquet");
        options.broken_input = BrokenInput::keep_games;
        options.stretch_bytes = 1;
        options.threads = 1;
        Report report = run(options);
        Converted one = converted(options);
        bool is_whole = std::string_view(name) == "whole.zst";
        CHECK((report.games == 4000) == is_whole);
        CHECK(report.games > 2000);
        CHECK(report.broken_inputs.size() == (is_whole ? 0 : 1));
        for (int threads : {2, 6, 8, 16}) {
            INFO(threads);
            options.threads = threads;
            Report again = run(options);
            require_same(options, one);
            REQUIRE(again.broken_inputs.size() == report.broken_inputs.size());
            if (!is_whole) CHECK(again.broken_inputs[0].fault == report.broken_inputs[0].fault);
        }
    }
}

TEST_CASE("a limit stops after so many games, the same with any number of threads") {
    Folder folder;
    std::string text = dump_games(50) + "1. e4 e4 *\n\n" + dump_games(400);
    write_bytes(folder / "in.pgn", text);
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.piece_bytes = 2000;
    std::vector<Row> all = rows_of(text);
    for (std::uint64_t limit : {0, 1, 2, 49, 50, 51, 52, 300, 451, 1000}) {
        INFO(limit);
        options.limit = limit;
        options.threads = 1;
        Report report = run(options);
        Converted one = converted(options);
        std::size_t rows = std::min<std::size_t>(limit, all.size());
        CHECK(report.games == rows);
        CHECK(report.rejected == (limit > 50 ? 1 : 0));
        CHECK(ign::columnar::FileReader(folder / "out.parquet").num_rows() == rows);
        for (int threads : {1, 2, 8}) {
            INFO(threads);
            options.threads = threads;
            require_same(options, one);
        }
    }
}

TEST_CASE("a limit counts over all inputs") {
    Folder folder;
    write_bytes(folder / "a.pgn", dump_games(3));
    write_bytes(folder / "b.pgn", dump_games(3));
    Options options = options_for({folder / "a.pgn", folder / "b.pgn"}, folder / "out.parquet");
    options.limit = 4;
    CHECK(run(options).games == 4);
    std::vector<Row> rows = read_parquet(folder / "out.parquet");
    REQUIRE(rows.size() == 4);
    CHECK(rows[2][Field::source] == folder / "a.pgn");
    CHECK(rows[3][Field::source] == folder / "b.pgn");
}

TEST_CASE("a folder of part files holds the rows of the one file") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(100));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    run(options);
    std::vector<Row> expected = read_parquet(folder / "out.parquet");
    for (std::uint64_t rows : {10, 15, 99, 100, 101}) {
        for (std::uint64_t groups : {1, 2, 3}) {
            INFO(rows << " rows, " << groups << " groups");
            options.output = folder / "parts";
            options.row_group_rows = rows;
            options.part_row_groups = groups;
            Report report = run(options);
            std::vector<Row> found;
            std::uint64_t bytes = 0;
            std::size_t parts = 0;
            std::size_t most_parts = (100 / rows + (100 % rows != 0) + groups - 1) / groups;
            for (; parts < most_parts; ++parts) {
                char name[40];
                std::snprintf(name, sizeof name, "parts/part-%05zu.parquet", parts);
                std::vector<Row> part = read_parquet(folder / name);
                found.insert(found.end(), part.begin(), part.end());
                bytes += fs::file_size(folder / name);
                CHECK(ign::columnar::FileReader(folder / name).row_groups() <=
                      static_cast<int>(groups));
            }
            CHECK(difference(expected, found) == "");
            CHECK(report.output_bytes == bytes);
            CHECK(static_cast<std::size_t>(std::distance(fs::directory_iterator(folder / "parts"),
                                                         fs::directory_iterator())) == parts);
        }
    }
    write_bytes(folder / "in.pgn", "");
    run(options);
    CHECK(read_parquet(folder / "parts/part-00000.parquet").empty());
}

TEST_CASE("a truncated input leaves nothing behind") {
    Folder folder;
    std::string packed = zstd(dump_games(2000));
    write_bytes(folder / "in.pgn.zst", packed.substr(0, packed.size() / 2));
    for (bool parts : {false, true}) {
        for (int threads : {1, 4}) {
            Options options = options_for({folder / "in.pgn.zst"}, folder / "out");
            options.piece_bytes = 3000;
            options.threads = threads;
            options.row_group_rows = 50;
            if (parts) options.part_row_groups = 2;
            Progress progress;
            CHECK_THROWS_AS(convert_once(options, progress), ign::io::InputError);
            CHECK(folder.files() == 1);
        }
    }
}

TEST_CASE("a missing input leaves nothing behind, nor touches what is there") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(5));
    write_bytes(folder / "out.parquet", "precious");
    Options options =
        options_for({folder / "in.pgn", folder / "missing.pgn"}, folder / "out.parquet");
    Progress progress;
    CHECK_THROWS_AS(convert_once(options, progress), ign::io::InputError);
    CHECK(read_bytes(folder / "out.parquet") == "precious");
    CHECK(folder.files() == 2);
}

TEST_CASE("text in wide characters is refused with a way out") {
    Folder folder;
    write_bytes(folder / "in.pgn", std::string("\xFF\xFE[\0E\0", 6));
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    Progress progress;
    CHECK_THROWS_WITH(convert_once(options, progress), Catch::Contains("iconv"));
    CHECK(folder.files() == 1);
}

TEST_CASE("a disk that is full leaves nothing behind") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(3000));
    struct rlimit before {};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    for (bool parts : {false, true}) {
        for (int threads : {1, 4}) {
            Options options = options_for({folder / "in.pgn"}, folder / "out");
            options.piece_bytes = 5000;
            options.threads = threads;
            options.row_group_rows = 100;
            if (parts) options.part_row_groups = 3;
            Progress progress;
            struct rlimit small = before;
            small.rlim_cur = 20000;
            REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
            bool thrown = false;
            try {
                convert_once(options, progress);
            } catch (const ign::io::OutputError&) {
                thrown = true;
            }
            REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
            CHECK(thrown);
            CHECK(folder.files() == 1);
        }
    }
    std::signal(SIGXFSZ, handler);
}

TEST_CASE("an output that exists is refused") {
    Folder folder;
    write_bytes(folder / "in.pgn", dump_games(3));
    write_bytes(folder / "out.parquet", "precious");
    Options options = options_for({folder / "in.pgn"}, folder / "out.parquet");
    options.overwrite = ign::io::Overwrite::no;
    Progress progress;
    CHECK_THROWS_AS(convert_once(options, progress), ign::io::OutputError);
    CHECK(read_bytes(folder / "out.parquet") == "precious");
    options.output = folder / "missing" + "/out.parquet";
    CHECK_THROWS_AS(convert_once(options, progress), ign::io::OutputError);
}
