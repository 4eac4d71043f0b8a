// Bytes looked at where they were decompressed are those that are read.

#include <catch2/catch.hpp>
#include <random>

#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

std::string frame_of_window(std::string_view text, int window_log) {
    return zstd_frame(text, Checksum::yes, window_log);
}

/// The compressor copies from a block less far back than the window reaches.
std::size_t farthest_copy(int window_log) {
    const std::size_t window = std::size_t{1} << window_log;
    const std::size_t block = std::min(window / 2, std::size_t{128} << 10);
    return window - block - window / 16;
}

/// Text in which each stretch stands again `period` bytes further on, a little changed.
std::string periodic_text(std::size_t size, std::size_t period) {
    std::string text = sample_text(period, 1);
    while (text.size() < size) {
        const std::size_t place = text.size() - period;
        text += text.substr(place, std::min<std::size_t>(period, 997));
        text.back() = static_cast<char>('a' + place % 26);
    }
    return text;
}

/// Looks at `size` bytes or more at a time and steps over some of them, the same for the same seed.
Outcome peek_all(Source& source, std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    Outcome outcome;
    try {
        for (std::size_t wanted = size;;) {
            const std::span<const char> text = source.peek(wanted);
            if (text.empty()) {
                CHECK(source.fault() == nullptr);
                return outcome;
            }
            // For AddressSanitizer: the padding is there.
            REQUIRE(std::string(text.end(), text.end() + Source::peek_padding).size() > 0);
            const bool ends = text.size() < wanted;
            const std::size_t part = 1 + random() % text.size();
            const std::size_t taken = ends || random() % 4 == 0 ? text.size() : part;
            outcome.bytes.append(text.data(), taken);
            source.consume(taken);
            const std::size_t left = text.size() - taken;
            wanted = std::min(left + 1 + random() % size, Source::longest_peek);
        }
    } catch (const InputError& error) {
        CHECK(source.fault() != nullptr);
        CHECK_THROWS_AS(source.peek(1), InputError);
        outcome.error = error;
    }
    return outcome;
}

void check_peeks_as_reads(const std::string& content) {
    const TemporaryFolder folder;
    const auto path = folder.write("content", content);
    const Outcome read = read_all(*open_source(path));
    for (const std::size_t size :
         {std::size_t{1} << 10, std::size_t{500'000}, Source::longest_peek}) {
        const auto source = open_source(path);
        const Outcome peeked = peek_all(*source, size, 7);
        CAPTURE(size);
        REQUIRE(peeked.bytes == read.bytes);
        REQUIRE(peeked.error.has_value() == read.error.has_value());
        if (read.error) CHECK(peeked.error->what() == std::string(read.error->what()));
    }
}

}  // namespace

TEST_CASE("each format can be looked at in place") {
    const std::string text = sample_text(3'000'000, 1);
    check_peeks_as_reads("");
    check_peeks_as_reads(text);
    check_peeks_as_reads(zstd_frame(text));
    check_peeks_as_reads(gzip_member(text));
    check_peeks_as_reads(bzip2_stream(text.substr(0, 1'000'000)));
}

TEST_CASE("a window is kept however often the memory goes round") {
    for (const int log : {10, 12, 17, 18, 20, 21}) {
        const std::size_t window = std::size_t{1} << log;
        const std::string text = periodic_text(3 * window + 6'000'000, farthest_copy(log));
        const std::string frame = frame_of_window(text, log);
        CAPTURE(log);
        REQUIRE(frame.size() < text.size() / 3 + window);
        CHECK(read_content(frame).bytes == text);
        check_peeks_as_reads(frame);
    }
}

TEST_CASE("frames with windows of all sizes follow one another") {
    std::string text, content;
    for (unsigned index = 0; index < 60; ++index) {
        const int log = 10 + static_cast<int>(index * 7 % 12);
        const std::string part = periodic_text(index * index * 500, farthest_copy(log));
        text += part;
        content += frame_of_window(part, log) + zstd_frame("");
    }
    for (unsigned seed = 0; seed < 3'000; ++seed) {
        const std::string part = sample_text(seed % 701, seed);
        text += part;
        content += zstd_frame(part);
    }
    CHECK(read_content(content).bytes == text);
    check_peeks_as_reads(content);
}

TEST_CASE("looked at in place, all bytes before a fault are given first") {
    const std::string text = sample_text(2'500'000, 3);
    for (const std::string& archive : {zstd_frame(text), zstd_frame(text, Checksum::no),
                                       gzip_member(text), bzip2_stream(text.substr(0, 300'000))}) {
        check_peeks_as_reads(archive.substr(0, archive.size() / 2));
        check_peeks_as_reads(archive.substr(0, archive.size() - 1));
        check_peeks_as_reads(archive + "x");
        check_peeks_as_reads(archive + archive.substr(0, 7));
        std::string changed = archive;
        changed[changed.size() / 3] = static_cast<char>(changed[changed.size() / 3] ^ 4);
        check_peeks_as_reads(changed);
    }
}

TEST_CASE("reading goes on behind what was looked at, and the other way round") {
    const std::string text = sample_text(1'500'000, 4);
    for (const std::string& content : {text, zstd_frame(text), gzip_member(text)}) {
        const TemporaryFolder folder;
        const auto source = open_source(folder.write("content", content));
        std::string bytes, part(333'333, '\0');
        while (true) {
            const std::span<const char> seen = source->peek(100'000);
            const std::size_t taken = std::min<std::size_t>(seen.size(), 99'999);
            bytes.append(seen.data(), taken);
            source->consume(taken);
            const std::size_t count = source->read(part);
            bytes.append(part, 0, count);
            if (count == 0) break;
        }
        CHECK(bytes == text);
    }
}
