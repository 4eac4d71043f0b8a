#include "stretch.hpp"

#include <algorithm>

namespace ign::convert {
namespace {

using io::ZstdFrame;

// The rows of a stretch wait in memory for those before it. Frames of the Lichess dumps are some
// 6 MB.
constexpr std::uint64_t largest_frame = std::uint64_t{16} << 20;

bool is_large(const ZstdFrame& frame) { return frame.size > largest_frame; }

void extend(ZstdFrame& stretch, const ZstdFrame& frame) {
    stretch.size = frame.offset + frame.size - stretch.offset;
}

// Frames so short that the seams between them would count are taken together.
std::vector<ZstdFrame> join(const std::vector<ZstdFrame>& frames, std::uint64_t least_bytes) {
    std::vector<ZstdFrame> joined;
    for (const ZstdFrame& frame : frames) {
        if (joined.empty() || joined.back().size >= least_bytes) {
            joined.push_back(frame);
        } else {
            extend(joined.back(), frame);
        }
    }
    if (joined.size() > 1 && joined.back().size < least_bytes) {
        const ZstdFrame last = joined.back();
        joined.pop_back();
        extend(joined.back(), last);
    }
    return joined;
}

// To begin with, each thread touches memory for its window and for rows that wait, and at the end
// some blocks are decompressed twice. Up to so many threads need no more text than one decompresses
// (a fifth of the work), so that with them this pays in long files alone.
bool is_short(std::uint64_t bytes, const Options& options) {
    constexpr int threads_of_one_decompressor = 5;
    return options.threads <= threads_of_one_decompressor &&
           bytes < options.long_archive_bytes * static_cast<std::uint64_t>(options.threads);
}

}  // namespace

Stretch::Stretch(ZstdFrame frames, std::optional<std::uint64_t> first_game, std::uint64_t file_size)
    : frames_(frames), first_game_(first_game), file_size_(file_size), end_(frames.size) {}

bool Stretch::open(io::ZstdFrameSource& source) {
    source.open_frame(frames_);
    if (!source.skip_blocks_before(begin_)) return false;
    source.ask_before_blocks([this](std::uint64_t place) { return may_begin_block(place); });
    return true;
}

bool Stretch::may_begin_block(std::uint64_t place) {
    std::lock_guard lock(mutex_);
    if (place >= end_) return false;
    place_ = place;
    return true;
}

void Stretch::close() {
    std::lock_guard lock(mutex_);
    is_open_ = false;
}

// Both are to end at the same time: the reader of this stretch with what lies before the cut, the
// other one with decompressing all before the cut and all that is done behind it. So with d for the
// share of decompression in the time that a byte takes,
//
//     cut - place = d cut + end - cut
std::shared_ptr<Stretch> Stretch::take_over() {
    constexpr double d = 0.29;
    std::lock_guard lock(mutex_);
    if (!is_open_) return nullptr;
    const double cut = static_cast<double>(end_ + place_) / (2 - d);
    const double taken = static_cast<double>(end_) - cut;
    // Who saves little time is not to spend much.
    if (taken < d * cut / 4) return nullptr;
    auto rest = std::make_shared<Stretch>(frames_, std::nullopt, file_size_);
    rest->begin_ = rest->place_ = static_cast<std::uint64_t>(cut);
    rest->end_ = end_;
    end_ = rest->begin_;
    return rest;
}

bool Stretch::ends_file() const {
    std::lock_guard lock(mutex_);
    return frames_.offset + end_ == file_size_;
}

std::vector<std::shared_ptr<Stretch>> plan_stretches(const std::filesystem::path& path,
                                                     std::uint64_t begin, std::uint64_t first_game,
                                                     const Options& options) {
    if (options.threads < 2) return {};
    std::vector<ZstdFrame> frames = io::scan_pzstd_frames(path);
    std::erase_if(frames, [&](const ZstdFrame& frame) { return frame.offset < begin; });
    if (std::ranges::any_of(frames, is_large)) return {};
    frames = join(frames, options.stretch_bytes);
    if (frames.size() < 2) return {};
    const std::uint64_t file_size = frames.back().offset + frames.back().size;
    if (is_short(file_size - frames.front().offset, options)) return {};
    std::vector<std::shared_ptr<Stretch>> stretches;
    for (const ZstdFrame& frame : frames) {
        auto known = stretches.empty() ? std::optional(first_game) : std::nullopt;
        stretches.push_back(std::make_shared<Stretch>(frame, known, file_size));
    }
    return stretches;
}

}  // namespace ign::convert
