#include "ign/io/zstd_frames.hpp"

#include <algorithm>
#include <string_view>

#include "byte_reader.hpp"
#include "zstd_decoder.hpp"

namespace ign::io {

std::vector<ZstdFrame> scan_pzstd_frames(const std::filesystem::path& path) {
    constexpr std::size_t index_size = 12;
    constexpr std::string_view index_head("\x50\x2A\x4D\x18\x04\x00\x00\x00", 8);
    constexpr std::size_t peeked = index_size + 4;
    if (path == "-") {
        return {};
    }
    ByteReader reader(path);
    if (!reader.size()) {
        return {};
    }
    std::vector<ZstdFrame> frames;
    std::uint64_t position = 0;
    while (position < *reader.size()) {
        const std::uint64_t left = *reader.size() - position;
        if (left < peeked) {
            return {};
        }
        reader.restrict_to(position, peeked);
        const std::span<const char> bytes = reader.peek(peeked);
        const std::uint64_t frame_size = load_le32(bytes.data() + index_head.size());
        if (!std::ranges::equal(bytes.first(index_head.size()), index_head) ||
            !begins_zstd_frame(bytes.subspan(index_size)) || frame_size > left - index_size ||
            frame_size < 4) {
            return {};
        }
        frames.push_back({position + index_size, frame_size});
        position += index_size + frame_size;
    }
    return frames;
}

struct ZstdFrameSource::State {
    explicit State(const std::filesystem::path& path) : reader(path), decoder(reader) {}

    ByteReader reader;
    ZstdDecoder decoder;
    std::uint64_t start = 0;
};

ZstdFrameSource::ZstdFrameSource(const std::filesystem::path& path)
    : Source(path.string(), 0), state_(std::make_unique<State>(path)) {
    open_frame({});
}

ZstdFrameSource::ZstdFrameSource(const std::filesystem::path& path, ZstdFrame frame)
    : ZstdFrameSource(path) {
    open_frame(frame);
}

ZstdFrameSource::~ZstdFrameSource() = default;

void ZstdFrameSource::open_frame(ZstdFrame frame) {
    state_->reader.restrict_to(frame.offset, frame.size);
    state_->decoder.reset();
    state_->decoder.begin_at({frame.offset, 0});
    start_anew();
    state_->start = frame.offset;
    set_compressed_size(frame.size);
    set_compressed_position(0);
}

RestartPoint ZstdFrameSource::restart_point() const { return state_->decoder.restart_point(); }

Window ZstdFrameSource::window() { return state_->decoder.window(); }

std::optional<std::size_t> ZstdFrameSource::make(std::span<char> into) {
    const std::optional<std::size_t> made = state_->decoder.decode(into);
    state_->decoder.count(made.value_or(0));
    set_compressed_position(state_->reader.position() - state_->start);
    return made;
}

}  // namespace ign::io
