// Archives of many frames, which threads read side by side.

#include "stretch.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "files.hpp"
#include "ign/convert/pipeline.hpp"
#include "ign/io/errors.hpp"
#include "nasty_texts.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
using ign::io::ZstdFrame;
using ign::io::ZstdFrameSource;

namespace {

std::string read_all(ign::io::Source& source) {
    std::string text;
    while (true) {
        auto bytes = source.peek(1);
        if (bytes.empty()) return text;
        text.append(bytes.begin(), bytes.end());
        source.consume(bytes.size());
    }
}

// The text in frames that end at the cuts.
std::string archive_of(const std::string& text, std::vector<std::size_t> cuts) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    cuts.push_back(text.size());
    for (std::size_t cut : cuts) {
        parts.push_back(text.substr(begin, cut - begin));
        begin = cut;
    }
    return pzstd(parts);
}

class Conversions {
  public:
    explicit Conversions(const std::string& archive) {
        write_bytes(folder_ / "in.pgn.zst", archive);
        options.inputs = {folder_ / "in.pgn.zst"};
        options.output = folder_ / "out.parquet";
        options.overwrite = ign::io::Overwrite::yes;
        options.stretch_bytes = 1;
    }

    // The bytes that so many threads write.
    std::string run(int threads) {
        Progress progress;
        options.threads = threads;
        report = convert(options, progress);
        return read_bytes(options.output.string());
    }

    Options options;
    Report report;

  private:
    Folder folder_;
};

}  // namespace

TEST_CASE("a stretch and what is taken over from it are its text") {
    const std::string text = dump_games(5000);
    Folder folder;
    const std::string path = folder / "in.zst";
    write_bytes(path, archive_of(text, {1000, 1000, text.size() / 2}));
    const std::uint64_t size = std::filesystem::file_size(path);
    const std::uint64_t offset = ign::io::scan_pzstd_frames(path).front().offset;
    for (std::size_t read : {0, 1, 5000, 200'000, 800'000}) {
        INFO(read);
        Stretch stretch({offset, size - offset}, 0, true);
        CHECK_FALSE(stretch.take_over());
        std::string first;
        auto read_some = [&](ZstdFrameSource& source) {
            std::string some(read, ' ');
            some.resize(source.read(some));
            first += some;
            return true;
        };
        stretch.begin(std::make_unique<ZstdFrameSource>(path), [&](ZstdFrameSource& source) {
            source.open_frame(stretch.frames());
            return read_some(source);
        });
        CHECK(stretch.go_on(read_some));
        const std::unique_ptr<ZstdFrameSource> rest = stretch.take_over();
        REQUIRE(rest);
        CHECK_FALSE(stretch.go_on(read_some));
        CHECK_FALSE(stretch.take_over());
        CHECK_FALSE(stretch.close());
        CHECK(first.size() == 2 * read);
        CHECK(first + read_all(*rest) == text);
    }
}

TEST_CASE("of a stretch that was read or left nothing is taken over") {
    const std::string text = dump_games(50);
    Folder folder;
    const std::string path = folder / "in.zst";
    write_bytes(path, archive_of(text, {}));
    Stretch stretch(ign::io::scan_pzstd_frames(path).front(), 0, true);
    auto stop = [](ZstdFrameSource&) { return false; };
    stretch.begin(std::make_unique<ZstdFrameSource>(path), stop);
    CHECK_FALSE(stretch.take_over());
    CHECK(stretch.close());
    CHECK_FALSE(stretch.take_over());
    CHECK_FALSE(stretch.go_on(stop));
}

TEST_CASE("an archive with a frame that is too large for one thread is not shared out") {
    Folder folder;
    const std::string path = folder / "in.zst";
    Options options;
    options.threads = 6;
    auto count = [&](std::size_t frame_size) {
        // Of a frame its index and its magic number tell.
        std::string frame = "\x28\xB5\x2F\xFD" + std::string(frame_size - 4, '\0');
        std::string index("\x50\x2A\x4D\x18\x04\x00\x00\x00", 8);
        for (unsigned byte = 0; byte < 4; ++byte)
            index += static_cast<char>(frame_size >> (8 * byte));
        write_bytes(path, index + frame + pzstd({"[Event \"x\"]\n"}) + index + frame);
        return plan_stretches(path, 0, 0, options).size();
    };
    CHECK(count(std::size_t{16} << 20) == 2);
    CHECK(count((std::size_t{16} << 20) + 1) == 0);
}

TEST_CASE("short frames are read together, and one is left as it is") {
    Folder folder;
    const std::string text = dump_games(10);
    const std::string path = folder / "in.zst";
    write_bytes(path, archive_of(text, {100, 200, 300, 400}));
    Options options;
    options.threads = 2;
    auto count = [&](std::uint64_t bytes) {
        options.stretch_bytes = bytes;
        return plan_stretches(path, 0, 0, options).size();
    };
    const std::vector<ZstdFrame> frames = ign::io::scan_pzstd_frames(path);
    CHECK(count(1) == 5);
    CHECK(count(frames[0].size + 1) == 3);
    CHECK(count(1 << 20) == 0);
    options.threads = 1;
    CHECK(count(1) == 0);
    options.threads = 2;
    options.stretch_bytes = 1;
    const auto stretches = plan_stretches(path, frames[3].offset, 7, options);
    REQUIRE(stretches.size() == 2);
    CHECK(stretches[0]->frames() == frames[3]);
    CHECK(stretches[0]->first_game() == 7U);
    CHECK_FALSE(stretches[1]->first_game());
}

TEST_CASE("an archive cut into frames anywhere gives the file of its text") {
    const std::string trap =
        "[Event \"x\"]\n\n1. e4 {\n\n[Event \"trap\"]\n\n1. d4 *\n\n} e5 *\n\n";
    const std::string text = "Prose.\n\n" + trap + "1. e5 *\n\n" + trap + "The end.\n";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        INFO(cut);
        Conversions conversions(archive_of(text, {cut, std::min(cut + 60, text.size())}));
        conversions.options.piece_bytes = 1 + cut % 90;
        const bool is_same = conversions.run(1) == conversions.run(2 + static_cast<int>(cut % 2));
        CHECK(is_same);
        CHECK(conversions.report.games == 3);
    }
}

TEST_CASE("nasty texts in frames give the file of one thread") {
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        for (std::size_t parts : {2, 3, 7}) {
            std::vector<std::size_t> cuts;
            for (std::size_t i = 1; i < parts; ++i) cuts.push_back(text.size() * i / parts);
            Conversions conversions(archive_of(text, cuts));
            const std::string expected = conversions.run(1);
            const bool is_same = conversions.run(3) == expected;
            CHECK(is_same);
        }
    }
}

TEST_CASE("a game of many frames is read where its turn comes") {
    const std::string huge =
        "[Event \"huge\"]\n\n1. e4 {" + std::string(3'000'000, 'x') + "} *\n\n";
    const std::string text = dump_games(400) + huge + dump_games(400);
    std::vector<std::size_t> cuts;
    for (std::size_t cut = 300'000; cut < text.size(); cut += 300'000) cuts.push_back(cut);
    Conversions conversions(archive_of(text, cuts));
    const std::string expected = conversions.run(1);
    CHECK(conversions.report.games == 801);
    for (int threads : {2, 5, 8}) {
        INFO(threads);
        const bool is_same = conversions.run(threads) == expected;
        CHECK(is_same);
    }
}

TEST_CASE("large frames are shared by threads that have nothing else to do") {
    const std::string text = dump_games(20'000);
    Conversions conversions(archive_of(text, {text.size() / 3}));
    const std::string expected = conversions.run(1);
    for (int threads : {2, 6}) {
        INFO(threads);
        const bool is_same = conversions.run(threads) == expected;
        CHECK(is_same);
        CHECK(conversions.report.games == 20'000);
    }
}

TEST_CASE("a frame that is shared may begin within a game") {
    const std::string begun = dump_games(100) + "[Event \"x\"]\n\n1. e4 {";
    const std::string trap = "\n\n[Event \"trap\"]\n\n1. d4 *\n\n} e5 *\n\n";
    Conversions conversions(archive_of(begun + trap + dump_games(20'000), {begun.size()}));
    const std::string expected = conversions.run(1);
    CHECK(conversions.report.games == 20'101);
    for (int threads : {2, 3, 6}) {
        INFO(threads);
        const bool is_same = conversions.run(threads) == expected;
        CHECK(is_same);
    }
}

TEST_CASE("a limit in frames is that of one thread") {
    const std::string text = dump_games(50) + "1. e4 e4 *\n\n" + dump_games(100);
    Conversions conversions(archive_of(text, {5000, 20'000, 50'000}));
    for (std::uint64_t limit : {0, 1, 2, 50, 51, 52, 150, 151, 200}) {
        INFO(limit);
        conversions.options.limit = limit;
        const std::string expected = conversions.run(1);
        const bool is_same = conversions.run(2) == expected;
        CHECK(is_same);
        CHECK(conversions.report.games == std::min<std::uint64_t>(limit, 151));
        CHECK(conversions.report.rejected == (limit > 50 ? 1 : 0));
    }
}

TEST_CASE("damage in a frame ends the games as with one thread") {
    const std::string text = dump_games(3000);
    const std::string whole = archive_of(text, {text.size() / 3, text.size() / 2});
    for (std::size_t at : {whole.size() / 5, whole.size() / 2, whole.size() * 9 / 10}) {
        INFO(at);
        std::string damaged = whole;
        for (std::size_t i = 0; i < 100; ++i) damaged[at + i] = static_cast<char>(~damaged[at + i]);
        Conversions conversions(damaged);
        conversions.options.broken_input = BrokenInput::keep_games;
        const std::string expected = conversions.run(1);
        const Report one = conversions.report;
        REQUIRE(one.broken_inputs.size() == 1);
        for (int threads : {2, 4}) {
            INFO(threads);
            const bool is_same = conversions.run(threads) == expected;
            CHECK(is_same);
            REQUIRE(conversions.report.broken_inputs.size() == 1);
            CHECK(conversions.report.broken_inputs[0].fault == one.broken_inputs[0].fault);
            CHECK(conversions.report.broken_inputs[0].text_bytes ==
                  one.broken_inputs[0].text_bytes);
        }
        conversions.options.broken_input = BrokenInput::fail;
        CHECK_THROWS_WITH(conversions.run(2), one.broken_inputs[0].fault);
    }
}

TEST_CASE("wide characters in frames are refused as in any other file") {
    std::string wide = "\xFF\xFE";
    for (char character : dump_games(20)) wide += {character, '\0'};
    Conversions conversions(archive_of(wide, {1000, 3000}));
    for (int threads : {1, 2}) {
        CHECK_THROWS_WITH(conversions.run(threads), Catch::Contains("UTF-16"));
    }
}
