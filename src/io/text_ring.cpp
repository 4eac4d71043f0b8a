#include "text_ring.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>

namespace ign::io {

void TextRing::begin_window(std::size_t size) {
    constexpr std::size_t latest_base = first_base + longest_text;
    stretch_ = size + longest_text + 2 * block_room;
    const std::size_t needed = latest_base + stretch_ + padding;
    if (capacity_ < needed) {
        // The system gives memory only for what is written to.
        std::unique_ptr<char[]> larger(new (std::nothrow) char[needed]);
        if (!larger) throw std::bad_alloc();
        const std::size_t moved = this->size();
        std::copy_n(bytes_.get() + begin_, moved, larger.get() + first_base - moved);
        bytes_ = std::move(larger);
        capacity_ = needed;
        begin_ = first_base - moved;
        end_ = first_base;
    } else if (end_ > latest_base || is_little(this->size())) {
        move_text_before(first_base);
    }
    base_ = end_;
}

// Beside what has gone by since text was last moved to the first base: so that a file of small
// frames does not move text all the time.
bool TextRing::is_little(std::size_t size) const { return 16 * size <= end_ - first_base; }

std::span<char> TextRing::make_room(std::size_t size) {
    assert(this->size() < longest_text && size <= longest_text);
    if (end_ + block_room > base_ + stretch_) move_text_before(base_);
    const std::size_t room = base_ + stretch_ - end_;
    return {bytes_.get() + end_, std::min(room, std::max(size, block_room))};
}

void TextRing::add(std::size_t count) {
    end_ += count;
    std::memset(bytes_.get() + end_, 0, padding);
}

void TextRing::move_text_before(std::size_t base) {
    const std::size_t moved = size();
    std::memmove(bytes_.get() + base - moved, bytes_.get() + begin_, moved);
    begin_ = base - moved;
    end_ = base;
}

}  // namespace ign::io
