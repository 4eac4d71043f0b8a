// What a killed run leaves for the next one: journals, files that go on, the folder of both.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "ign/io/continued_file.hpp"
#include "ign/io/journal.hpp"
#include "ign/io/partial_folder.hpp"
#include "ign/io/source.hpp"
#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

std::vector<std::string> records_of(const std::filesystem::path& path) {
    return Journal(path).take_records();
}

}  // namespace

TEST_CASE("a journal cut at any byte keeps the whole records and goes on after them") {
    const TemporaryFolder folder;
    const std::vector<std::string> records{"one", "", sample_text(3000, 1)};
    const auto path = folder.path() / "journal";
    std::vector<std::size_t> ends{0};
    for (const std::string& record : records) {
        Journal(path).append(record);
        ends.push_back(std::filesystem::file_size(path));
    }
    CHECK(records_of(path) == records);
    const std::string whole = file_content(path);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto cut = folder.write("cut", whole.substr(0, size));
        const auto after = std::ranges::upper_bound(ends, size);
        const auto count = static_cast<std::ptrdiff_t>(after - ends.begin() - 1);
        std::vector<std::string> expected(records.begin(), records.begin() + count);
        {
            Journal journal(cut);
            REQUIRE(journal.take_records() == expected);
            journal.append("next");
        }
        expected.emplace_back("next");
        REQUIRE(records_of(cut) == expected);
    }
}

TEST_CASE("a journal with a bit changed gives no record that was not written") {
    const TemporaryFolder folder;
    const std::vector<std::string> records{"first", sample_text(50, 2), "third"};
    for (const std::string& record : records) Journal(folder.path() / "journal").append(record);
    const std::string whole = file_content(folder.path() / "journal");
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string changed = whole;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
        std::size_t end = 0;
        const auto found = parse_journal(changed, end);
        REQUIRE(found.size() <= records.size());
        REQUIRE(std::ranges::equal(found, std::span(records).first(found.size())));
        REQUIRE(end <= whole.size());
    }
}

TEST_CASE("a journal's record costs what is there of it, not what its header says") {
    // Magic, descriptor 0xA0: one segment, a content size of four bytes (1 GiB); one stored last
    // block of no byte.
    const std::string frame("\x28\xB5\x2F\xFD\xA0\0\0\0\x40\1\0\0", 12);
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    std::size_t end = 0;
    CHECK(parse_journal(frame, end).empty());
    CHECK(end == 0);
    ::getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 64 * 1024);
}

TEST_CASE("a record of one byte again and again is as small a frame as there is") {
    const TemporaryFolder folder;
    const std::vector<std::string> records{std::string(std::size_t{8} << 20, 'a'), "next"};
    for (const std::string& record : records) Journal(folder.path() / "journal").append(record);
    CHECK(records_of(folder.path() / "journal") == records);
}

TEST_CASE("a file goes on where it was left, and what was behind is cut off") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "data";
    {
        ContinuedFile file(path, 0);
        file.write(as_bytes("0123456789"));
        file.sync();
        file.write(as_bytes("lost"));
        file.flush();
    }
    {
        ContinuedFile file(path, 10);
        CHECK(file.position() == 10);
        file.write(as_bytes("ab"));
        CHECK(file.position() == 12);
        file.close();
    }
    CHECK(file_content(path) == "0123456789ab");
    CHECK_THROWS_WITH(ContinuedFile(path, 13), Catch::Contains("has 12 bytes where 13"));
    CHECK_THROWS_WITH(ContinuedFile(folder.path() / "none", 1), Catch::Contains("No such file"));
}

TEST_CASE("a partial folder belongs to one command and one process") {
    const TemporaryFolder folder;
    const auto output = folder.path() / "out.parquet";
    {
        PartialFolder partial(output, "a\nb\n");
        CHECK(partial.is_new());
        CHECK(partial.path() == folder.path() / "out.parquet.partial");
        CHECK_THROWS_WITH(PartialFolder(output, "a\nb\n"), Catch::Contains("another run"));
    }
    CHECK_FALSE(PartialFolder(output, "a\nb\n").is_new());
    CHECK_THROWS_WITH(PartialFolder(output, "a\nc\n"), Catch::Contains("'b' there, 'c' here"));
    CHECK_THROWS_WITH(PartialFolder(output, "a\n"), Catch::Contains("'b' there, '' here"));
    PartialFolder(output, "a\nb\n").remove();
    CHECK(folder.names().empty());
    // Killed before the command was written.
    (void)folder.write("out.parquet.partial/.command.abcdef.part", "a");
    CHECK(PartialFolder(output, "a\n").is_new());
}

TEST_CASE("an announced output is known again by its file, not by its name") {
    const TemporaryFolder folder;
    const auto output = folder.path() / "out";
    {
        PartialFolder partial(output, "a\n");
        partial.announce(folder.write("out.partial/data", "text"), "a\nnote");
    }
    CHECK_FALSE(PartialFolder(output, "a\n").published());
    (void)folder.write("out", "another");
    CHECK_FALSE(PartialFolder(output, "a\n").published());
    std::filesystem::rename(folder.path() / "out.partial/data", output);
    CHECK(PartialFolder(output, "a\n").published() == "a\nnote");
}

TEST_CASE("a finished output carries its note, for its command alone") {
    const TemporaryFolder folder;
    const auto output = folder.path() / "out";
    CHECK_FALSE(note_of(output, "a\n"));
    PartialFolder(output, "a\n").announce(folder.write("out", "text"), "note");
    if (!note_of(output, "a\n")) {
        WARN("skipped: this file system keeps no attributes");
        return;
    }
    CHECK(note_of(output, "a\n") == "note");
    CHECK_FALSE(note_of(output, "b\n"));
    std::filesystem::resize_file(output, 3);
    CHECK_FALSE(note_of(output, "a\n"));
}

TEST_CASE("every source goes on from any byte, by way of a restart point") {
    const TemporaryFolder folder;
    std::string text;
    std::vector<std::string> archives(4);
    for (unsigned seed = 0; seed < 6; ++seed) {
        const std::string piece = sample_text(700 + seed, seed);
        text += piece;
        archives[0] += piece;
        archives[1] += zstd_frame(piece) + skippable_frame("x");
        archives[2] += gzip_member(piece);
        archives[3] += bzip2_stream(piece);
    }
    for (const std::string& archive : archives) {
        const auto path = folder.write("in", archive);
        std::vector<RestartPoint> points;
        const auto source = open_source(path);
        char byte = 0;
        while (source->read({&byte, 1}) != 0) points.push_back(source->restart_point());
        REQUIRE(points.size() == text.size());
        CHECK(points.front() == RestartPoint{});
        CHECK(points.back().text >= 5 * 700);
        for (std::size_t offset = 1; offset < text.size(); offset += 97) {
            const RestartPoint point = points[offset - 1];
            REQUIRE(point.text < offset);
            const auto rest = open_source(path, point, offset);
            REQUIRE(rest->restart_point().text <= offset);
            REQUIRE(read_all(*rest).bytes == text.substr(offset));
        }
        CHECK_THROWS_WITH(open_source(path, points.back(), text.size() + 1),
                          Catch::Contains("shorter than it was"));
    }
}
