// Archives cut or changed at every place: never wrong bytes without an error, never good bytes
// lost.

#include <catch2/catch.hpp>
#include <map>

#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

struct Format {
    std::string name;
    std::string (*pack)(std::string_view);
    /// Shortest prefix that can be told from plain text.
    std::size_t recognised;
    /// Bytes that tell the format: with one of them changed the input is plain.
    std::size_t magic;
};

const std::vector<Format>& formats() {
    static const std::vector<Format> all{
        {"zstd", [](std::string_view text) { return zstd_frame(text); }, 2, 4},
        {"gzip", gzip_member, 1, 2},
        {"bzip2", bzip2_stream, 3, 3},
    };
    return all;
}

}  // namespace

TEST_CASE("cut at every byte: an error, and every whole frame before it delivered") {
    for (const Format& format : formats()) {
        // Size of the archive after each of its parts, and the text up to there.
        std::map<std::size_t, std::string> borders{{0, ""}};
        std::string archive, text;
        for (unsigned seed = 0; seed < 5; ++seed) {
            const std::string piece = seed == 2 ? "" : sample_text(60 + seed, seed);
            text += piece;
            archive += format.pack(piece);
            borders[archive.size()] = text;
        }
        for (std::size_t size = format.recognised; size < archive.size(); ++size) {
            CAPTURE(format.name, size);
            const Outcome outcome = read_content(archive.substr(0, size), 16);
            if (borders.contains(size)) {
                CHECK_FALSE(outcome.error);
                CHECK(outcome.bytes == borders.at(size));
                continue;
            }
            const std::string& whole = std::prev(borders.upper_bound(size))->second;
            REQUIRE(outcome.error);
            CHECK(outcome.error->offset() == size);
            CHECK_THAT(outcome.error->reason(), Catch::StartsWith("truncated " + format.name));
            CHECK(outcome.bytes.starts_with(whole));
            CHECK(text.starts_with(outcome.bytes));
        }
    }
}

TEST_CASE("cut inside a skippable frame or the magic number of a later one") {
    const std::string frame = zstd_frame("1. e4 *\n");
    const std::string archive = frame + skippable_frame("payload", 9) + frame;
    for (std::size_t size = frame.size() + 1; size < archive.size(); ++size) {
        if (size == archive.size() - frame.size()) {
            continue;
        }
        const Outcome outcome = read_content(archive.substr(0, size));
        CAPTURE(size);
        REQUIRE(outcome.error);
        CHECK(outcome.error->offset() == size);
        CHECK(outcome.bytes.starts_with("1. e4 *\n"));
    }
    for (std::size_t size = 4; size < 15; ++size) {
        CHECK(read_content(skippable_frame("payload").substr(0, size)).error);
    }
}

TEST_CASE("whole blocks before a fault in a long frame are delivered") {
    constexpr std::size_t block = std::size_t{128} << 10;
    const std::string text = sample_text(5 * block, 11);
    for (const Checksum checksum : {Checksum::no, Checksum::yes}) {
        const std::string cut_archive = zstd_frame(text, checksum);
        // Cut before the last block's end: four blocks are whole.
        const Outcome cut = read_content(cut_archive.substr(0, cut_archive.size() - 20), 1 << 20);
        REQUIRE(cut.error);
        CHECK(cut.bytes == text.substr(0, 4 * block));
        const Outcome tiny = read_content(cut_archive.substr(0, cut_archive.size() / 2), 1);
        REQUIRE(tiny.error);
        CHECK(tiny.bytes == text.substr(0, 2 * block));
    }
    // RFC 8878: the frame header is 4 + 1 + 4 bytes here (single segment, 4 bytes of content size),
    // a block header u24 LE with the type in bits 1-2 and the size above; type 3 is reserved.
    std::string spoilt = zstd_frame(text, Checksum::no);
    REQUIRE(static_cast<unsigned char>(spoilt[4]) >> 5 == 5);
    std::size_t place = 9;
    for (int blocks = 0; blocks < 3; ++blocks) {
        const auto low = static_cast<unsigned char>(spoilt[place]);
        const auto middle = static_cast<unsigned char>(spoilt[place + 1]);
        const auto high = static_cast<unsigned char>(spoilt[place + 2]);
        place += 3 + ((low | middle << 8 | high << 16) >> 3);
    }
    spoilt[place] = static_cast<char>(spoilt[place] | 6);
    for (const std::size_t step : {std::size_t{1000}, block, 10 * block}) {
        const Outcome reserved = read_content(spoilt, step);
        REQUIRE(reserved.error);
        CHECK(reserved.error->reason() == "corrupt zstd block header");
        CHECK(reserved.error->offset() == place);
        CHECK(reserved.bytes == text.substr(0, 3 * block));
    }
    for (const auto& [archive, least] :
         {std::pair{gzip_member(text), 4 * block}, std::pair{bzip2_stream(text), std::size_t{0}}}) {
        const Outcome cut = read_content(archive.substr(0, archive.size() - 20), 1 << 20);
        REQUIRE(cut.error);
        CHECK(cut.bytes.size() >= least);
        CHECK(text.starts_with(cut.bytes));
    }
}

TEST_CASE("every single bit changed in a checksummed archive: an error or the same bytes") {
    const std::string text = sample_text(120, 8) + std::string(50, 'x') + sample_text(120, 8);
    for (const Format& format : formats()) {
        const std::string archive = format.pack(text) + format.pack(text);
        std::size_t errors = 0;
        for (std::size_t place = 0; place < archive.size(); ++place) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string changed = archive;
                changed[place] = static_cast<char>(changed[place] ^ 1 << bit);
                CAPTURE(format.name, place, bit);
                const Outcome outcome = read_content(changed, 100);
                errors += outcome.error ? 1 : 0;
                if (place < format.magic) {
                    REQUIRE((outcome.error || outcome.bytes == changed));
                } else {
                    REQUIRE((outcome.error || outcome.bytes == text + text));
                }
                if (place >= archive.size() / 2 && outcome.error) {
                    REQUIRE(outcome.bytes.starts_with(text));
                    REQUIRE(outcome.error->offset() >= archive.size() / 2);
                }
            }
        }
        // All but a few bits of the headers (such as the time of day in gzip's) matter.
        CHECK(errors > archive.size() * 8 * 8 / 10);
    }
}

TEST_CASE("garbage after the last frame is a fault, after all of the text") {
    const std::string text = sample_text(1'000, 9);
    for (const Format& format : formats()) {
        const std::string archive = format.pack(text);
        for (const std::string& garbage :
             {std::string("x"), std::string("\0", 1), std::string(512, '\0'), std::string("[Event"),
              std::string("\n"), text}) {
            const Outcome outcome = read_content(archive + garbage, 64);
            CAPTURE(format.name);
            REQUIRE(outcome.error);
            CHECK(outcome.bytes == text);
            CHECK(outcome.error->offset() == archive.size());
            CHECK_THAT(outcome.error->reason(), Catch::StartsWith("garbage after the last"));
        }
        for (const Format& other : formats()) {
            if (other.name != format.name) {
                CHECK(read_content(archive + other.pack(text)).error);
            }
        }
    }
}

TEST_CASE("a wrong checksum is named") {
    std::string archive = zstd_frame("1. e4 *\n");
    archive.back() = static_cast<char>(archive.back() ^ 1);
    const Outcome outcome = read_content(archive);
    REQUIRE(outcome.error);
    CHECK_THAT(outcome.error->what(), Catch::Contains("corrupt zstd frame at byte") &&
                                          Catch::Contains("checksum") &&
                                          Catch::Contains("--keep-going"));
    std::string member = gzip_member("1. e4 *\n");
    for (const std::size_t from_end : {1, 5}) {
        std::string changed = member;
        changed[member.size() - from_end] =
            static_cast<char>(changed[member.size() - from_end] ^ 1);
        CHECK(read_content(changed).error);
    }
}
