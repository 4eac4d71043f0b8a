#include "zstd_decoder.hpp"

#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <string_view>

#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

constexpr std::size_t largest_frame_header = 18;
constexpr std::size_t block_header_size = 3;
constexpr std::size_t checksum_size = 4;
constexpr std::size_t largest_block = std::size_t{128} << 10;
// What `zstd --long=31` makes. The window is reserved when a frame asks for it, and the system
// gives it memory only as far as the text reaches.
constexpr int largest_window_log = 31;
constexpr const char* frame_name = "zstd frame";

/// Bytes of a frame header by its descriptor: bits 7-6 width of the content size, 5 single
/// segment, 2 checksum, 1-0 width of the dictionary number.
std::size_t frame_header_size(unsigned char descriptor) {
    constexpr std::array<std::size_t, 4> dictionary_width{0, 1, 2, 4};
    constexpr std::array<std::size_t, 4> content_width{0, 2, 4, 8};
    const bool single_segment = (descriptor & 0x20) != 0;
    const std::size_t content = content_width[descriptor >> 6];
    return 5 + (single_segment ? 0 : 1) + dictionary_width[descriptor & 3] +
           (single_segment && content == 0 ? 1 : content);
}

}  // namespace

bool begins_zstd_frame(std::span<const char> bytes) {
    constexpr std::string_view magic = "\x28\xB5\x2F\xFD";
    return std::ranges::equal(bytes.first(std::min(bytes.size(), magic.size())),
                              magic.substr(0, bytes.size()));
}

bool begins_skippable_frame(std::span<const char> bytes) {
    constexpr std::string_view magic_tail = "\x2A\x4D\x18";
    if (bytes.empty() || (static_cast<unsigned char>(bytes[0]) & 0xF0) != 0x50) {
        return false;
    }
    const std::span<const char> tail = bytes.subspan(1);
    return std::ranges::equal(tail.first(std::min(tail.size(), magic_tail.size())),
                              magic_tail.substr(0, tail.size()));
}

std::uint32_t load_le32(const char* bytes) {
    std::uint32_t value = 0;
    for (int index = 3; index >= 0; --index) {
        value = value << 8 | static_cast<unsigned char>(bytes[index]);
    }
    return value;
}

ZstdDecoder::ZstdDecoder(ByteReader& reader) : reader_(reader), context_(ZSTD_createDCtx()) {
    if (!context_) {
        throw std::bad_alloc();
    }
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window_log);
}

void ZstdDecoder::reset() {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    stage_ = Stage::frame;
    may_hold_output_ = false;
}

std::size_t ZstdDecoder::decode(std::span<char> into) {
    if (may_hold_output_ && stage_ != Stage::block_body) {
        const std::size_t made = feed({}, into, frame_name);
        may_hold_output_ = made == into.size();
        if (made > 0) {
            return made;
        }
    }
    while (true) {
        switch (stage_) {
            case Stage::frame:
                if (!begin_frame()) {
                    return 0;
                }
                break;
            case Stage::block_header:
                read_block_header();
                break;
            case Stage::block_body:
                if (const std::size_t made = read_block_body(into); made > 0) {
                    return made;
                }
                break;
            case Stage::checksum:
                read_checksum();
                break;
        }
    }
}

bool ZstdDecoder::begin_frame() {
    const std::span<const char> bytes = reader_.peek(largest_frame_header);
    if (bytes.empty()) {
        return false;
    }
    if (begins_skippable_frame(bytes)) {
        skip_frame();
        return true;
    }
    if (!begins_zstd_frame(bytes)) {
        reader_.fail_trailing(frame_name);
    }
    begin_unit(reader_.position());
    const auto descriptor = static_cast<unsigned char>(need(5)[4]);
    has_checksum_ = (descriptor & 0x04) != 0;
    feed_whole(frame_header_size(descriptor), "zstd frame header");
    stage_ = Stage::block_header;
    return true;
}

void ZstdDecoder::skip_frame() {
    constexpr std::size_t header_size = 8;
    const std::uint64_t size = load_le32(need(header_size).data() + 4);
    reader_.consume(header_size);
    if (reader_.skip(size) < size) {
        reader_.fail_truncated("skippable zstd frame");
    }
}

void ZstdDecoder::read_block_header() {
    const std::span<const char> bytes = need(block_header_size);
    // u24 LE: bit 0 last block, bits 1-2 type (1 = one byte repeated), then the size.
    const std::uint32_t header = load_le32(std::array{bytes[0], bytes[1], bytes[2], '\0'}.data());
    is_last_block_ = (header & 1) != 0;
    const bool is_repeated_byte = (header >> 1 & 3) == 1;
    body_left_ = is_repeated_byte ? 1 : header >> 3;
    if (body_left_ > largest_block) {
        reader_.fail_corrupt("zstd block header", "the block is larger than the format allows",
                             restart_point().stored);
    }
    feed_whole(block_header_size, "zstd block header");
    if (body_left_ > 0) {
        stage_ = Stage::block_body;
    } else {
        end_block();
    }
}

std::size_t ZstdDecoder::read_block_body(std::span<char> into) {
    // libzstd gives the last byte of a frame back until all bytes made of it are handed out.
    const std::uint64_t start = reader_.position();
    const std::size_t made = feed(need(body_left_).first(body_left_), into, "zstd block");
    const auto taken = static_cast<std::size_t>(reader_.position() - start);
    may_hold_output_ = made == into.size();
    body_left_ -= taken;
    if (body_left_ == 0) {
        end_block();
    } else if (taken == 0 && made == 0) {
        reader_.fail_corrupt("zstd block", "it makes no bytes", restart_point().stored);
    }
    return made;
}

void ZstdDecoder::read_checksum() {
    feed_whole(checksum_size, frame_name);
    stage_ = Stage::frame;
}

void ZstdDecoder::end_block() {
    if (!is_last_block_) {
        stage_ = Stage::block_header;
    } else {
        stage_ = has_checksum_ ? Stage::checksum : Stage::frame;
    }
}

std::span<const char> ZstdDecoder::need(std::size_t count) {
    const std::span<const char> bytes = reader_.peek(count);
    if (bytes.size() < count) {
        reader_.fail_truncated(frame_name);
    }
    return bytes;
}

std::size_t ZstdDecoder::feed(std::span<const char> piece, std::span<char> into, const char* unit) {
    ZSTD_inBuffer input{piece.data(), piece.size(), 0};
    ZSTD_outBuffer output{into.data(), into.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) {
        throw InputError(reader_.name(), reader_.position(), "not enough memory for a zstd frame",
                         "its window takes up to 2 GiB; free some memory or compress the file "
                         "again without --long");
    }
    if (ZSTD_isError(status) != 0) {
        reader_.fail_corrupt(unit, ZSTD_getErrorName(status), restart_point().stored);
    }
    reader_.consume(input.pos);
    return output.pos;
}

void ZstdDecoder::feed_whole(std::size_t size, const char* unit) {
    const std::uint64_t end = reader_.position() + size;
    feed(need(size).first(size), {}, unit);
    if (reader_.position() != end) {
        reader_.fail_corrupt(unit, "its parts do not fit together", restart_point().stored);
    }
}

}  // namespace ign::io
