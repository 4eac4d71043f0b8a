// g++ 12 sees overlapping copies where Boost's gzip writer appends four bytes to a string (GCC bug
// 105651); the warning comes late, so it is switched off for the file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif

#include "support.hpp"

#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>

namespace ign::io::test {
namespace {

std::string le32(std::size_t value) {
    std::string bytes;
    for (int index = 0; index < 4; ++index) {
        bytes += static_cast<char>(value >> (8 * index) & 0xFF);
    }
    return bytes;
}

template <class Filter>
std::string filtered(std::string_view text, const Filter& filter) {
    std::string packed;
    boost::iostreams::filtering_ostream stream;
    stream.push(filter);
    stream.push(boost::iostreams::back_inserter(packed));
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.reset();
    return packed;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ign-io-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("cannot make a temporary folder");
    }
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& name,
                                             std::string_view content) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
    return path;
}

std::vector<std::string> TemporaryFolder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

std::string file_content(const std::filesystem::path& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

std::string sample_text(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    std::string text;
    while (text.size() < size) {
        text += "KQRBN"[random() % 5];
        text += static_cast<char>('a' + random() % 8);
        text += static_cast<char>('1' + random() % 8);
        text += random() % 8 == 0 ? '\n' : ' ';
    }
    text.resize(size);
    return text;
}

std::string zstd_frame(std::string_view text, Checksum checksum, int window_log) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum == Checksum::yes ? 1 : 0);
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size =
        ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size());
    ZSTD_freeCCtx(context);
    REQUIRE(ZSTD_isError(size) == 0);
    packed.resize(size);
    return packed;
}

std::string skippable_frame(std::string_view payload, unsigned kind) {
    std::string frame = le32(0x184D2A50U + kind);
    frame.append(le32(payload.size())).append(payload);
    return frame;
}

std::string pzstd_frame(std::string_view text) {
    const std::string frame = zstd_frame(text);
    std::string both = skippable_frame(le32(frame.size()));
    return both.append(frame);
}

std::string gzip_member(std::string_view text) {
    return filtered(text, boost::iostreams::gzip_compressor());
}

std::string bzip2_stream(std::string_view text) {
    return filtered(text, boost::iostreams::bzip2_compressor());
}

Outcome read_all(Source& source, std::size_t step) {
    Outcome outcome;
    std::string buffer(step, '\0');
    std::uint64_t position = 0;
    bool ended = false;
    try {
        while (true) {
            const std::size_t count = source.read(buffer);
            if (source.compressed_position() < position || (ended && count > 0)) {
                FAIL("the position went back or bytes followed the end");
            }
            position = source.compressed_position();
            if (count == 0) {
                break;
            }
            ended = count < step;
            outcome.bytes.append(buffer, 0, count);
        }
        CHECK(source.read(buffer) == 0);
    } catch (const InputError& error) {
        outcome.error = error;
        CHECK_THROWS_AS(source.read(buffer), InputError);
    }
    return outcome;
}

Outcome read_content(std::string_view content, std::size_t step) {
    static const TemporaryFolder folder;
    const auto source = open_source(folder.write("content", content));
    CHECK(source->compressed_size() == content.size());
    Outcome outcome = read_all(*source, step);
    if (!outcome.error) {
        CHECK(source->compressed_position() == content.size());
    }
    return outcome;
}

}  // namespace ign::io::test
