#include "stretch.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace

Stretch::Stretch(ZstdFrame frames, std::optional<std::uint64_t> first_game, bool ends_file)
    : frames_(frames), first_game_(first_game), ends_file_(ends_file) {}

void Stretch::begin(std::unique_ptr<io::ZstdFrameSource> source, const Step& step) {
    std::lock_guard lock(mutex_);
    source_ = std::move(source);
    has_more_ = step(*source_);
}

bool Stretch::go_on(const Step& step) {
    std::lock_guard lock(mutex_);
    if (!source_) return false;
    has_more_ = step(*source_);
    return true;
}

bool Stretch::close() {
    std::lock_guard lock(mutex_);
    return std::exchange(source_, nullptr) != nullptr;
}

std::unique_ptr<io::ZstdFrameSource> Stretch::take_over() {
    std::lock_guard lock(mutex_);
    return has_more_ ? std::move(source_) : nullptr;
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
    std::vector<std::shared_ptr<Stretch>> stretches;
    for (const ZstdFrame& frame : frames) {
        auto known = stretches.empty() ? std::optional(first_game) : std::nullopt;
        const bool ends_file = stretches.size() + 1 == frames.size();
        stretches.push_back(std::make_shared<Stretch>(frame, known, ends_file));
    }
    return stretches;
}

}  // namespace ign::convert
