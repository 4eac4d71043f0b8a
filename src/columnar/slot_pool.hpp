#pragma once

#include <arrow/memory_pool.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace ign::columnar {

/// Memory for buffers that grow: all of a kind get a slot of the same size, within which they grow
/// without being moved, and slots are kept for the next buffer. The columns of a row group grow
/// side by side, so that with doubling arrays from the heap each would leave behind a trail of
/// smaller ones that fit no other: fresh pages cost more here than what is written to them. The
/// part of a slot that was never written to takes no memory. Any number of threads may use it.
class SlotPool : public ::arrow::MemoryPool {
  public:
    SlotPool() = default;
    SlotPool(const SlotPool&) = delete;
    SlotPool& operator=(const SlotPool&) = delete;
    ~SlotPool() override { ReleaseUnused(); }

    using MemoryPool::Allocate;
    using MemoryPool::Free;
    using MemoryPool::Reallocate;

    ::arrow::Status Allocate(int64_t size, int64_t alignment, uint8_t** out) override;
    ::arrow::Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment,
                               uint8_t** block) override;
    void Free(uint8_t* block, int64_t size, int64_t alignment) override;
    /// Gives the slots that nobody uses back to the heap.
    void ReleaseUnused() override;

    // Of all that comes from the system's pool: slots count whole, kept ones too.
    [[nodiscard]] int64_t bytes_allocated() const override { return system_->bytes_allocated(); }
    [[nodiscard]] int64_t max_memory() const override { return system_->max_memory(); }
    [[nodiscard]] int64_t total_bytes_allocated() const override {
        return system_->total_bytes_allocated();
    }
    [[nodiscard]] int64_t num_allocations() const override { return system_->num_allocations(); }
    [[nodiscard]] std::string backend_name() const override { return "slots"; }

    /// Smaller blocks and greater ones than the last slot are the system pool's.
    static constexpr int64_t least_size = (1 << 14) + 1;
    /// Most columns of a row group fit the first; a page under way of the others the second.
    static constexpr std::array<int64_t, 2> slot_sizes = {1 << 18, 1 << 21};

  private:
    ::arrow::MemoryPool* system_ = ::arrow::system_memory_pool();
    std::mutex mutex_;
    std::array<std::vector<uint8_t*>, slot_sizes.size()> unused_;  // the last one given back first
};

/// The memory of all encoding. What it keeps goes back in release_unused_memory.
SlotPool& encoding_memory();

}  // namespace ign::columnar
