#include "ign/io/source.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

void check_reads_as(const std::string& content, const std::string& text) {
    for (const std::size_t step : {1, 7, 4096, 1 << 20}) {
        if (step == 1 && text.size() > 100'000) {
            continue;
        }
        const Outcome outcome = read_content(content, step);
        CAPTURE(step, outcome.error ? outcome.error->what() : "");
        REQUIRE_FALSE(outcome.error);
        REQUIRE(outcome.bytes == text);
    }
}

/// Stdin replaced by the reading end of a pipe, for the life of the object.
class PipedStdin {
  public:
    explicit PipedStdin(std::string content) : saved_(::dup(STDIN_FILENO)) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        ::dup2(ends[0], STDIN_FILENO);
        ::close(ends[0]);
        writer_ = std::thread([content = std::move(content), end = ends[1]] {
            std::size_t done = 0;
            while (done < content.size()) {
                // Small uneven pieces, so that magic numbers and headers arrive in parts.
                const std::size_t piece =
                    std::min<std::size_t>(1 + done % 1000, content.size() - done);
                const ssize_t written = ::write(end, content.data() + done, piece);
                if (written <= 0) {
                    break;
                }
                done += static_cast<std::size_t>(written);
            }
            ::close(end);
        });
    }
    ~PipedStdin() {
        writer_.join();
        ::dup2(saved_, STDIN_FILENO);
        ::close(saved_);
    }

  private:
    int saved_;
    std::thread writer_;
};

}  // namespace

TEST_CASE("plain input passes as it is") {
    check_reads_as("", "");
    check_reads_as("B", "B");
    check_reads_as("(", "(");
    check_reads_as("[Event \"x\"]\r\n\x1A\0", "[Event \"x\"]\r\n\x1A\0");
    const std::string text = sample_text(3'000'000, 1);
    check_reads_as(text, text);
    check_reads_as("\xEF\xBB\xBF[Event \"?\"]", "\xEF\xBB\xBF[Event \"?\"]");
}

TEST_CASE("one frame, member or stream of each format") {
    for (const std::size_t size : {0, 1, 100, 70'000, 1'000'000}) {
        const std::string text = sample_text(size, 2);
        check_reads_as(zstd_frame(text), text);
        check_reads_as(zstd_frame(text, Checksum::no), text);
        check_reads_as(gzip_member(text), text);
        check_reads_as(bzip2_stream(text), text);
    }
}

TEST_CASE("zstd blocks of one repeated byte and stored ones") {
    const std::string repeated(500'000, 'x');
    check_reads_as(zstd_frame(repeated), repeated);
    check_reads_as(zstd_frame(repeated, Checksum::no), repeated);
    std::string noise;
    for (unsigned seed = 1; noise.size() < 400'000; seed = seed * 1664525U + 1013904223U) {
        noise += static_cast<char>(seed >> 24);
    }
    check_reads_as(zstd_frame(noise), noise);
    check_reads_as(zstd_frame(noise, Checksum::no), noise);
    check_reads_as(gzip_member(noise), noise);
}

TEST_CASE("concatenated frames, empty ones among them") {
    const std::string first = sample_text(5'000, 3);
    const std::string last = sample_text(9'000, 4);
    check_reads_as(zstd_frame(first) + zstd_frame("") + zstd_frame(last), first + last);
    check_reads_as(zstd_frame("") + zstd_frame(first, Checksum::no) + zstd_frame(""), first);
    check_reads_as(gzip_member(first) + gzip_member("") + gzip_member(last), first + last);
    check_reads_as(gzip_member("") + gzip_member(""), "");
    check_reads_as(bzip2_stream(first) + bzip2_stream("") + bzip2_stream(last), first + last);
    check_reads_as(bzip2_stream("") + bzip2_stream(""), "");
}

TEST_CASE("skippable zstd frames first, between and last") {
    const std::string text = sample_text(5'000, 5);
    const std::string frame = zstd_frame(text);
    check_reads_as(skippable_frame("") + frame, text);
    check_reads_as(frame + skippable_frame("abc", 15) + skippable_frame("", 7) + frame,
                   text + text);
    check_reads_as(frame + skippable_frame(std::string(3'000'000, 'z'), 3), text);
    check_reads_as(skippable_frame("only", 8), "");
    check_reads_as(skippable_frame(frame) + frame, text);
    check_reads_as(pzstd_frame(text) + pzstd_frame(text), text + text);
}

TEST_CASE("thousands of small frames cross the buffer's edge at every place") {
    std::string text, zstd, gzip, bzip2;
    for (unsigned seed = 0; seed < 4'000; ++seed) {
        const std::string piece = sample_text(seed % 701, seed);
        text += piece;
        zstd += seed % 3 == 0 ? pzstd_frame(piece) : zstd_frame(piece);
        gzip += gzip_member(piece);
    }
    check_reads_as(zstd, text);
    check_reads_as(gzip, text);
    std::string short_text;
    for (unsigned seed = 0; seed < 200; ++seed) {
        const std::string piece = sample_text(seed * 13, seed);
        short_text += piece;
        bzip2 += bzip2_stream(piece);
    }
    check_reads_as(bzip2, short_text);
}

TEST_CASE("gzip header fields are passed over and their checksum is checked") {
    // RFC 1952: FLG 0x1E = header checksum, extra field, name and comment.
    const std::string text = "1. e4 e5 *\n";
    const std::string member = gzip_member(text);
    std::string header = member.substr(0, 10);
    header[3] = 0x1C;
    const std::string fields =
        std::string("\x03\0xyz", 5) + std::string("name\0", 5) + std::string("comment\0", 8);
    check_reads_as(header + fields + member.substr(10), text);
    header[3] = 0x1E;
    CHECK(read_content(header + fields + "??" + member.substr(10)).error);
}

TEST_CASE("windows of 2 GiB are read and cost only what the text fills") {
    // Magic, descriptor 0, window exponent 31 - 10 = 21 in the upper five bits; one stored last
    // block of 4 bytes: u24 LE (4 << 3 | 1).
    const std::string head("\x28\xB5\x2F\xFD\0", 5);
    const std::string block("\x21\0\0e4e5", 7);
#ifdef __SANITIZE_ADDRESS__
    // AddressSanitizer marks the whole window in its own memory, one byte for eight.
    constexpr long most_kib = 320 * 1024;
#else
    constexpr long most_kib = 64 * 1024;
#endif
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    check_reads_as(head + '\xA8' + block, "e4e5");
    ::getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < most_kib);
    const Outcome larger = read_content(head + '\xB0' + block);
    REQUIRE(larger.error);
    CHECK(larger.error->reason() == "corrupt zstd frame header");
}

#ifndef __SANITIZE_ADDRESS__
TEST_CASE("a window that memory cannot hold is named as such") {
    const TemporaryFolder folder;
    const auto path =
        folder.write("long.zst", std::string("\x28\xB5\x2F\xFD\0\xA8\x21\0\0e4e5", 13));
    const auto source = open_source(path);
    rlimit before{};
    ::getrlimit(RLIMIT_AS, &before);
    const rlimit limited{rlim_t{1} << 30, before.rlim_max};
    ::setrlimit(RLIMIT_AS, &limited);
    const Outcome outcome = read_all(*source);
    ::setrlimit(RLIMIT_AS, &before);
    REQUIRE(outcome.error);
    CHECK(outcome.error->reason() == "not enough memory for a zstd frame");
}
#endif

TEST_CASE("stdin is read like a file") {
    const std::string text = sample_text(300'000, 6);
    for (const std::string& content :
         {text, zstd_frame(text) + zstd_frame(""), gzip_member(text), bzip2_stream(text)}) {
        const PipedStdin piped(content);
        const auto source = open_source("-");
        CHECK(source->name() == "stdin");
        CHECK_FALSE(source->compressed_size());
        const Outcome outcome = read_all(*source, 10'000);
        CHECK_FALSE(outcome.error);
        CHECK(outcome.bytes == text);
        CHECK(source->compressed_position() == content.size());
    }
}

TEST_CASE("what cannot be opened is named with the system's reason") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(open_source(folder.path() / "missing.pgn"),
                      Catch::Contains("missing.pgn: cannot open: No such file"));
    CHECK_THROWS_WITH(open_source(folder.path()), Catch::Contains("Is a directory"));
    CHECK_THROWS_AS(open_source(folder.path()), InputError);
    if (::geteuid() == 0) {
        WARN("skipped: to root no file is unreadable");
        return;
    }
    const auto secret = folder.write("secret.pgn", "x");
    ::chmod(secret.c_str(), 0);
    CHECK_THROWS_WITH(open_source(secret), Catch::Contains("Permission denied"));
}

TEST_CASE("a file that shrinks while read is a fault, one that grows is read to its end") {
    const TemporaryFolder folder;
    const std::string text = sample_text(5'000'000, 7);
    const auto path = folder.write("plain.pgn", text);
    std::string buffer(2'000'000, '\0');

    auto source = open_source(path);
    REQUIRE(source->read(buffer) == buffer.size());
    std::filesystem::resize_file(path, 3'000'000);
    const Outcome shrunk = read_all(*source);
    REQUIRE(shrunk.error);
    CHECK(shrunk.error->reason() == "the file became shorter while it was read");
    CHECK(shrunk.error->offset() == 3'000'000);
    CHECK(buffer + shrunk.bytes == text.substr(0, 3'000'000));

    source = open_source(path);
    REQUIRE(source->read(buffer) == buffer.size());
    std::ofstream(path, std::ios::app) << "tail";
    CHECK(read_all(*source).bytes == text.substr(2'000'000, 1'000'000) + "tail");
}

TEST_CASE("an empty buffer asks for nothing") {
    const TemporaryFolder folder;
    const auto source = open_source(folder.write("a.zst", zstd_frame("abc")));
    CHECK(source->read({}) == 0);
    CHECK(read_all(*source).bytes == "abc");
}
