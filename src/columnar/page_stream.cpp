#include "page_stream.hpp"

#include <arrow/result.h>
#include <arrow/status.h>

#include <cstring>
#include <new>

#include "slot_pool.hpp"

namespace ign::columnar {
namespace {

// Many columns take no more than the first.
constexpr std::size_t first_block = 1 << 14;
constexpr std::size_t further_block = 1 << 18;

}  // namespace

void BlockBytes::Free::operator()(std::byte* bytes) const {
    encoding_memory().Free(reinterpret_cast<std::uint8_t*>(bytes),
                           static_cast<std::int64_t>(capacity));
}

BlockBytes::Block BlockBytes::new_block(std::size_t capacity) {
    std::uint8_t* bytes = nullptr;
    if (!encoding_memory().Allocate(static_cast<std::int64_t>(capacity), &bytes).ok()) {
        throw std::bad_alloc();
    }
    return {{reinterpret_cast<std::byte*>(bytes), Free{capacity}}, 0};
}

void BlockBytes::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        if (blocks_.empty()) {
            blocks_.push_back(new_block(first_block));
        } else if (blocks_.back().size == blocks_.back().bytes.get_deleter().capacity) {
            blocks_.push_back(new_block(further_block));
        }
        Block& block = blocks_.back();
        std::size_t room = block.bytes.get_deleter().capacity - block.size;
        std::size_t count = std::min(bytes.size(), room);
        std::memcpy(block.bytes.get() + block.size, bytes.data(), count);
        block.size += count;
        size_ += count;
        bytes = bytes.subspan(count);
    }
}

::arrow::Status PageStream::Write(const void* data, int64_t size) {
    bytes_.append({static_cast<const std::byte*>(data), static_cast<std::size_t>(size)});
    return ::arrow::Status::OK();
}

::arrow::Status PageStream::Close() {
    closed_ = true;
    return ::arrow::Status::OK();
}

::arrow::Result<int64_t> PageStream::Tell() const { return static_cast<int64_t>(bytes_.size()); }

}  // namespace ign::columnar
