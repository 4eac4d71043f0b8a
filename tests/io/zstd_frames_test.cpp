#include "ign/io/zstd_frames.hpp"

#include <catch2/catch.hpp>

#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

TEST_CASE("the frames of a pzstd file are found and give its text") {
    const TemporaryFolder folder;
    std::string archive, text;
    std::vector<ZstdFrame> expected;
    std::vector<std::string> pieces;
    for (unsigned seed = 0; seed < 20; ++seed) {
        pieces.push_back(sample_text(seed * 20'000, seed));
        const std::string frame = zstd_frame(pieces.back());
        archive += pzstd_frame(pieces.back());
        expected.push_back({archive.size() - frame.size(), frame.size()});
    }
    const auto path = folder.write("dump.pgn.zst", archive);
    const std::vector<ZstdFrame> frames = scan_pzstd_frames(path);
    REQUIRE(frames == expected);

    ZstdFrameSource source(path);
    for (std::size_t index = frames.size(); index-- > 0;) {
        source.open_frame(frames[index]);
        CHECK(source.compressed_size() == frames[index].size);
        CHECK(source.compressed_position() == 0);
        const Outcome outcome = read_all(source, 5'000);
        CHECK_FALSE(outcome.error);
        CHECK(outcome.bytes == pieces[index]);
        CHECK(source.compressed_position() == frames[index].size);
    }
    // Leaving a frame halfway does not touch the next one.
    source.open_frame(frames[19]);
    std::string buffer(100'001, '\0');
    REQUIRE(source.read(buffer) == buffer.size());
    source.open_frame(frames[3]);
    CHECK(read_all(source).bytes == pieces[3]);
    ZstdFrameSource single(path, frames[5]);
    CHECK(read_all(single, 1).bytes == pieces[5]);
}

TEST_CASE("any other layout gives no frames") {
    const TemporaryFolder folder;
    const std::string frame = zstd_frame("text");
    const std::string good = pzstd_frame("text");
    CHECK(scan_pzstd_frames(folder.write("good", good + good)).size() == 2);
    for (const std::string& content :
         {std::string(), frame, good + frame, skippable_frame("") + frame, frame + good,
          good + skippable_frame("abcd"), good + good.substr(0, good.size() - 1), good + "x",
          skippable_frame("abcd", 1) + frame,
          skippable_frame(std::string("\xFF\xFF\xFF\xFF")) + frame,
          skippable_frame(std::string(4, '\0')) + frame,
          std::string("[Event \"?\"]\n\n*\n\n\n\n\n")}) {
        CHECK(scan_pzstd_frames(folder.write("other", content)).empty());
    }
    CHECK(scan_pzstd_frames("-").empty());
    CHECK_THROWS_AS(scan_pzstd_frames(folder.path() / "missing"), InputError);
}

TEST_CASE("a damaged frame is a fault with its place in the file, and the source goes on") {
    const TemporaryFolder folder;
    const std::string text = sample_text(10'000, 1);
    std::string archive = pzstd_frame(text) + pzstd_frame(text);
    const std::size_t middle = archive.size() * 3 / 4;
    archive[middle] = static_cast<char>(archive[middle] ^ 0x10);
    const auto path = folder.write("damaged", archive);
    const auto frames = scan_pzstd_frames(path);
    REQUIRE(frames.size() == 2);
    ZstdFrameSource source(path, frames[1]);
    const Outcome damaged = read_all(source);
    REQUIRE(damaged.error);
    CHECK(damaged.error->offset() >= frames[1].offset);
    source.open_frame(frames[0]);
    CHECK(read_all(source).bytes == text);
    source.open_frame({frames[0].offset, frames[0].size - 3});
    const Outcome cut = read_all(source);
    REQUIRE(cut.error);
    CHECK(cut.error->offset() == frames[0].offset + frames[0].size - 3);
    std::filesystem::resize_file(path, archive.size() / 2 + 20);
    source.open_frame(frames[1]);
    CHECK(read_all(source).error);
}
