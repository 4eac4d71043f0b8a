#include "ign/io/sink.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>

#include "ign/io/errors.hpp"
#include "ign/io/testing.hpp"
#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

/// Makes every write beyond `bytes` into any file fail with EFBIG, for the life of the object.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(std::size_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limited = before_;
        limited.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

}  // namespace

TEST_CASE("an atomic file appears complete and only at commit") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "out.parquet";
    const std::string text = sample_text(300'000, 1);
    AtomicFile file(path, Overwrite::no);
    for (std::size_t done = 0, piece = 1; done < text.size(); done += piece, piece *= 2) {
        file.write(as_bytes(std::string_view(text).substr(done, piece)));
        CHECK(file.position() == std::min(done + piece, text.size()));
    }
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(std::filesystem::exists(file.temporary_path()));
    CHECK_THAT(file.temporary_path().filename().string(),
               Catch::StartsWith(".out.parquet.") && Catch::EndsWith(".part"));
    file.commit();
    CHECK(folder.names() == std::vector<std::string>{"out.parquet"});
    CHECK(file_content(path) == text);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    CHECK(static_cast<unsigned>(std::filesystem::status(path).permissions()) == (0666U & ~mask));
}

TEST_CASE("without commit nothing stays") {
    const TemporaryFolder folder;
    {
        AtomicFile file(folder.path() / "out", Overwrite::no);
        file.write(as_bytes("half"));
        file.flush();
        CHECK(folder.names().size() == 1);
    }
    CHECK(folder.names().empty());
}

TEST_CASE("an existing file is replaced only on demand") {
    const TemporaryFolder folder;
    const auto path = folder.write("out", "old");
    CHECK_THROWS_WITH(AtomicFile(path, Overwrite::no), Catch::Contains("exists already"));
    {
        AtomicFile file(path, Overwrite::yes);
        file.write(as_bytes("new"));
        CHECK(file_content(path) == "old");
    }
    CHECK(file_content(path) == "old");
    AtomicFile file(path, Overwrite::yes);
    file.write(as_bytes("new"));
    file.commit();
    CHECK(file_content(path) == "new");
    CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("a file that comes under the name meanwhile is not clobbered") {
    const TemporaryFolder folder;
    {
        AtomicFile file(folder.path() / "out", Overwrite::no);
        file.write(as_bytes("mine"));
        (void)folder.write("out", "theirs");
        CHECK_THROWS_WITH(file.commit(), Catch::Contains("exists already"));
    }
    CHECK(file_content(folder.path() / "out") == "theirs");
    CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("links: the file behind is replaced, a dangling one refused") {
    const TemporaryFolder folder;
    const auto target = folder.write("disk/target", "old");
    const auto link = folder.path() / "link";
    std::filesystem::create_symlink(target, link);
    CHECK_THROWS_AS(AtomicFile(link, Overwrite::no), OutputError);
    AtomicFile file(link, Overwrite::yes);
    file.write(as_bytes("new"));
    file.commit();
    CHECK(std::filesystem::is_symlink(link));
    CHECK(file_content(target) == "new");
    std::filesystem::create_symlink(folder.path() / "nowhere", folder.path() / "dangling");
    CHECK_THROWS_AS(AtomicFile(folder.path() / "dangling", Overwrite::no), OutputError);
}

TEST_CASE("names that cannot be written are refused with advice") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(AtomicFile(folder.path() / "no/out", Overwrite::no),
                      Catch::Contains("No such file") && Catch::Contains("create the folder"));
    CHECK_THROWS_WITH(AtomicFile(folder.path(), Overwrite::yes), Catch::Contains("folder"));
    CHECK_THROWS_WITH(AtomicFile(folder.path() / "", Overwrite::yes), Catch::Contains("folder"));
    CHECK_THROWS_WITH(AtomicFile("/dev/null", Overwrite::yes), Catch::Contains("no regular file"));
    CHECK_THROWS_AS(AtomicFile(folder.write("file", "") / "out", Overwrite::no), OutputError);
    // The longest name a file system allows still gets its temporary.
    AtomicFile file(folder.path() / std::string(255, 'x'), Overwrite::no);
    file.commit();
    CHECK(folder.names().size() == 2);
}

TEST_CASE("a write that fails at any byte leaves nothing under the final name") {
    const TemporaryFolder folder;
    const std::string piece = sample_text(50'000, 2);
    constexpr std::size_t pieces = 8;
    for (std::size_t limit = 0; limit < pieces * piece.size(); limit += 17'001) {
        const auto path = folder.path() / "out";
        int failed_with = 0;
        {
            AtomicFile file(path, Overwrite::no);
            const FileSizeLimit limited(limit);
            try {
                for (std::size_t count = 0; count < pieces; ++count) {
                    file.write(as_bytes(piece));
                }
                file.commit();
            } catch (const OutputError& error) {
                failed_with = error.error_number();
            }
        }
        CAPTURE(limit);
        REQUIRE(failed_with == EFBIG);
        REQUIRE(folder.names().empty());
    }
}

TEST_CASE("a full disk is named") {
    const int full = ::open("/dev/full", O_WRONLY);
    if (full < 0) {
        WARN("skipped: no /dev/full");
        return;
    }
    DescriptorSink sink(full, "out.pgn");
    sink.write(as_bytes("x"));
    CHECK_THROWS_WITH(sink.flush(), Catch::Contains("out.pgn: cannot write: No space left") &&
                                        Catch::Contains("free some space"));
    CHECK_THROWS_AS(sink.write(as_bytes(std::string(100'000, 'x'))), OutputError);
    ::close(full);
}

TEST_CASE("a closed pipe is told from a fault") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        ::dup2(ends[1], STDOUT_FILENO);
        StdoutSink sink;
        try {
            sink.write(as_bytes("text"));
            sink.flush();
            // The parent has read that and closed its end by the time this byte goes through.
            for (int count = 0; count < 10'000; ++count) {
                sink.write(as_bytes(std::string(1'000, 'x')));
            }
            ::_exit(1);
        } catch (const ClosedPipe&) {
            ::_exit(42);
        }
    }
    ::close(ends[1]);
    char text[4];
    CHECK(::read(ends[0], text, sizeof text) == 4);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 42);
}

TEST_CASE("the name chooses the compression") {
    CHECK(compression_by_name("a.pgn") == Compression::none);
    CHECK(compression_by_name("a.pgn.zst") == Compression::zstd);
    CHECK(compression_by_name("a.pgn.gz") == Compression::gzip);
    CHECK(compression_by_name("-") == Compression::none);
}

TEST_CASE("what is compressed reads back, and is the same for any size of writes") {
    const auto compression = GENERATE(Compression::none, Compression::zstd, Compression::gzip);
    for (const std::size_t size : {0, 1, 1'000, 1'500'000}) {
        const std::string text = sample_text(size, 3);
        std::string packed;
        for (const std::size_t piece : {999, 70'000, 2'000'000}) {
            MemorySink memory;
            CompressingSink sink(memory, compression);
            for (std::size_t done = 0; done < size; done += piece) {
                sink.write(as_bytes(std::string_view(text).substr(done, piece)));
            }
            sink.finish();
            CHECK(sink.position() == size);
            CHECK(read_content(memory.content()).bytes == text);
            if (piece > 999) {
                CHECK(memory.content() == packed);
            }
            packed = memory.content();
        }
        CHECK((compression == Compression::none || size < 1'000 || packed.size() < size * 3 / 4));
    }
}

TEST_CASE("a zstd output carries a checksum") {
    MemorySink memory;
    CompressingSink sink(memory, Compression::zstd, 19);
    sink.write(as_bytes("1. e4 *\n"));
    sink.finish();
    // RFC 8878: bit 2 of the frame header descriptor.
    CHECK((memory.content()[4] & 0x04) != 0);
}

TEST_CASE("a fault of the inner sink comes through at every write") {
    const std::string text = sample_text(2'000'000, 4);
    const auto compression = GENERATE(Compression::zstd, Compression::gzip);
    const auto run = [&](FailingSink& inner) {
        CompressingSink sink(inner, compression);
        for (std::size_t done = 0; done < text.size(); done += 10'000) {
            sink.write(as_bytes(std::string_view(text).substr(done, 10'000)));
        }
        sink.finish();
    };
    MemorySink good;
    run(good);
    REQUIRE(good.writes() > 3);
    for (std::size_t failing = 1; failing <= good.writes(); ++failing) {
        FailingSink inner(failing, ENOSPC);
        CHECK_THROWS_AS(run(inner), OutputError);
        CHECK(good.content().starts_with(inner.content()));
        if (failing > 20) {
            failing += good.writes() / 10;
        }
    }
}
