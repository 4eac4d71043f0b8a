#include "slot_pool.hpp"

#include <arrow/status.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace ign::columnar {
namespace {

std::optional<std::size_t> slot_kind(int64_t size, int64_t alignment) {
    if (size < SlotPool::least_size || alignment > ::arrow::kDefaultBufferAlignment) return {};
    const auto* slot = std::ranges::lower_bound(SlotPool::slot_sizes, size);
    if (slot == SlotPool::slot_sizes.end()) return {};
    return static_cast<std::size_t>(slot - SlotPool::slot_sizes.begin());
}

}  // namespace

::arrow::Status SlotPool::Allocate(int64_t size, int64_t alignment, uint8_t** out) {
    auto kind = slot_kind(size, alignment);
    if (!kind) return system_->Allocate(size, alignment, out);
    {
        std::lock_guard lock(mutex_);
        std::vector<uint8_t*>& unused = unused_[*kind];
        if (!unused.empty()) {
            *out = unused.back();
            unused.pop_back();
            return ::arrow::Status::OK();
        }
    }
    return system_->Allocate(slot_sizes[*kind], ::arrow::kDefaultBufferAlignment, out);
}

::arrow::Status SlotPool::Reallocate(int64_t old_size, int64_t new_size, int64_t alignment,
                                     uint8_t** block) {
    auto old_kind = slot_kind(old_size, alignment);
    auto new_kind = slot_kind(new_size, alignment);
    if (old_kind == new_kind) {
        if (old_kind) return ::arrow::Status::OK();
        return system_->Reallocate(old_size, new_size, alignment, block);
    }
    uint8_t* moved = nullptr;
    ARROW_RETURN_NOT_OK(Allocate(new_size, alignment, &moved));
    std::memcpy(moved, *block, static_cast<std::size_t>(std::min(old_size, new_size)));
    Free(*block, old_size, alignment);
    *block = moved;
    return ::arrow::Status::OK();
}

void SlotPool::Free(uint8_t* block, int64_t size, int64_t alignment) {
    auto kind = slot_kind(size, alignment);
    if (!kind) return system_->Free(block, size, alignment);
    std::lock_guard lock(mutex_);
    unused_[*kind].push_back(block);
}

void SlotPool::ReleaseUnused() {
    std::lock_guard lock(mutex_);
    for (std::size_t kind = 0; kind < slot_sizes.size(); ++kind) {
        for (uint8_t* slot : unused_[kind]) {
            system_->Free(slot, slot_sizes[kind], ::arrow::kDefaultBufferAlignment);
        }
        unused_[kind] = {};
    }
}

SlotPool& encoding_memory() {
    // Never destroyed: Arrow's buffers may outlive every other object.
    static auto* pool = new SlotPool;
    return *pool;
}

}  // namespace ign::columnar
