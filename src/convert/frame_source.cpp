#include "frame_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ign/io/errors.hpp"
#include "ign/tasks/task_order.hpp"

namespace ign::convert {

struct FrameSource::Slot {
    explicit Slot(const std::filesystem::path& path) : source(path) {}

    void begin() {
        order.before_tasks();
        task.run([this]() IGN_TASK_ENTRY {
            tasks::TaskOrder::Task scope(order);
            decompress();
        });
    }

    void wait() {
        task.wait();
        order.after_tasks();
    }

    void decompress() noexcept {
        try {
            source.open_frame(frame);
            while (true) {
                if (size == capacity) grow();
                std::size_t got = source.read({bytes.get() + size, capacity - size});
                if (got == 0) return;
                size += got;
            }
        } catch (...) {
            fault = std::current_exception();
        }
    }

    void grow() {
        std::size_t larger = std::max<std::size_t>(2 * capacity, 6 * frame.size + 4096);
        std::unique_ptr<char[]> room(new char[larger]);
        if (size != 0) std::memcpy(room.get(), bytes.get(), size);
        bytes = std::move(room);
        capacity = larger;
    }

    io::ZstdFrameSource source;
    io::ZstdFrame frame;
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t size = 0;
    std::exception_ptr fault;  // behind the text
    tbb::task_group task;
    tasks::TaskOrder order;
};

FrameSource::FrameSource(const std::filesystem::path& path, std::vector<io::ZstdFrame> frames,
                         std::size_t ahead)
    : Source(path.string(), std::filesystem::file_size(path)),
      path_(path),
      frames_(std::move(frames)),
      restart_{frames_.at(0).offset, 0} {
    for (std::size_t i = 0; i <= ahead && i < frames_.size(); ++i) {
        begin_next(std::make_unique<Slot>(path_));
    }
}

FrameSource::~FrameSource() {
    for (auto& slot : slots_) slot->wait();
}

void FrameSource::begin_next(std::unique_ptr<Slot> slot) {
    slot->frame = frames_[begun_++];
    slot->size = 0;
    slots_.push_back(std::move(slot));
    slots_.back()->begin();
}

// What was read of the frame before is given up.
void FrameSource::go_to_next_frame() {
    std::unique_ptr<Slot> done = std::move(slots_.front());
    slots_.pop_front();
    restart_.text += done->size;
    offset_ = 0;
    if (begun_ < frames_.size()) begin_next(std::move(done));
    if (!slots_.empty()) restart_.stored = slots_.front()->frame.offset;
}

std::optional<std::size_t> FrameSource::make(std::span<char> into) {
    while (!slots_.empty()) {
        Slot& slot = *slots_.front();
        slot.wait();
        std::size_t count = std::min(into.size(), slot.size - offset_);
        set_compressed_position(slot.frame.offset + slot.frame.size);
        if (count != 0) {
            std::memcpy(into.data(), slot.bytes.get() + offset_, count);
            offset_ += count;
            return count;
        }
        if (slot.fault) std::rethrow_exception(slot.fault);
        go_to_next_frame();
    }
    if (io::scan_pzstd_frames(path_) != frames_) {
        throw io::InputError(name(), "the file has changed while it was read; start anew");
    }
    return std::nullopt;
}

std::unique_ptr<io::Source> open_for_threads(const std::filesystem::path& path, int threads) {
    // Decompression is about a fifth of the work of a conversion.
    constexpr int threads_of_one_decompressor = 5;
    if (threads > threads_of_one_decompressor) {
        auto frames = io::scan_pzstd_frames(path);
        auto is_small = [](const io::ZstdFrame& frame) {
            return frame.size <= FrameSource::largest_frame;
        };
        if (frames.size() > 1 && std::ranges::all_of(frames, is_small)) {
            auto ahead = static_cast<std::size_t>(threads - 1) / threads_of_one_decompressor + 1;
            return std::make_unique<FrameSource>(path, std::move(frames), ahead);
        }
    }
    return io::open_source(path);
}

}  // namespace ign::convert
