// The calls that decode in place belong to the part of libzstd's interface that may change.
#define ZSTD_STATIC_LINKING_ONLY
#include "zstd_decoder.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <string_view>

#include "text_ring.hpp"

namespace ign::io {
namespace {

// What `zstd --long=31` makes. The window is reserved when a frame asks for it, and the system
// gives it memory only as far as the text reaches.
constexpr std::uint64_t largest_window = std::uint64_t{1} << 31;
constexpr const char* frame_name = "zstd frame";
constexpr const char* frame_header_name = "zstd frame header";

const char* part_name(ZSTD_nextInputType_e part) {
    switch (part) {
        case ZSTDnit_blockHeader:
            return "zstd block header";
        case ZSTDnit_block:
        case ZSTDnit_lastBlock:
            return "zstd block";
        default:
            return frame_name;
    }
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

void ZstdDecoder::FreeContext::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

ZstdDecoder::ZstdDecoder(ByteReader& reader) : reader_(reader), context_(ZSTD_createDCtx()) {
    if (!context_) {
        throw std::bad_alloc();
    }
}

Window ZstdDecoder::window() {
    while (!in_frame_ && begin_frame()) {
    }
    return window_;
}

std::optional<std::size_t> ZstdDecoder::decode(std::span<char> into) {
    if (!in_frame_) {
        return std::nullopt;
    }
    std::size_t made = 0;
    while (made == 0 && in_frame_) {
        made = decode_part(into);
    }
    window_.is_new = window_.is_new && made == 0;
    return made;
}

bool ZstdDecoder::begin_frame() {
    const std::span<const char> head = reader_.peek(ZSTD_FRAMEHEADERSIZE_MAX);
    if (head.empty()) {
        return false;
    }
    if (begins_skippable_frame(head)) {
        skip_frame();
        return true;
    }
    if (!begins_zstd_frame(head)) {
        reader_.fail_trailing(frame_name);
    }
    begin_unit(reader_.position());
    ZSTD_frameHeader header;
    const std::size_t missing =
        check(ZSTD_getFrameHeader(&header, head.data(), head.size()), frame_header_name);
    if (missing > 0) {
        reader_.fail_truncated(frame_name);
    }
    if (header.windowSize > largest_window) {
        fail(frame_header_name, ZSTD_getErrorString(ZSTD_error_frameParameter_windowTooLarge));
    }
    // libzstd takes it in two parts, but a fault is one of the whole.
    ZSTD_decompressBegin(context_.get());
    for (std::size_t fed = 0; fed < header.headerSize;) {
        const std::size_t size = ZSTD_nextSrcSizeToDecompress(context_.get());
        check(ZSTD_decompressContinue(context_.get(), nullptr, 0, head.data() + fed, size),
              frame_header_name);
        fed += size;
    }
    reader_.consume(header.headerSize);
    // An empty frame has blocks too, and they need a place.
    const std::uint64_t size = std::min<std::uint64_t>(header.windowSize, header.frameContentSize);
    window_ = {static_cast<std::size_t>(std::max<std::uint64_t>(size, 1)), true};
    in_frame_ = true;
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

std::size_t ZstdDecoder::decode_part(std::span<char> into) {
    const ZSTD_nextInputType_e part = ZSTD_nextInputType(context_.get());
    const bool is_body = part == ZSTDnit_block || part == ZSTDnit_lastBlock;
    const std::span<char> room = is_body ? into.first(TextRing::block_room) : std::span<char>();
    const std::size_t size = ZSTD_nextSrcSizeToDecompress(context_.get());
    const std::size_t made = check(
        ZSTD_decompressContinue(context_.get(), room.data(), room.size(), need(size).data(), size),
        part_name(part));
    reader_.consume(size);
    in_frame_ = ZSTD_nextSrcSizeToDecompress(context_.get()) > 0;
    return made;
}

std::span<const char> ZstdDecoder::need(std::size_t count) {
    const std::span<const char> bytes = reader_.peek(count);
    if (bytes.size() < count) {
        reader_.fail_truncated(frame_name);
    }
    return bytes;
}

std::size_t ZstdDecoder::check(std::size_t result, const char* unit) const {
    if (ZSTD_getErrorCode(result) == ZSTD_error_dstSize_tooSmall) {
        fail(unit, "the block is larger than the format allows");
    }
    if (ZSTD_isError(result) != 0) {
        fail(unit, ZSTD_getErrorName(result));
    }
    return result;
}

void ZstdDecoder::fail(const char* unit, const char* reason) const {
    reader_.fail_corrupt(unit, reason, restart_point().stored);
}

}  // namespace ign::io
