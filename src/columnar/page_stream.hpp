#pragma once

#include <arrow/io/interfaces.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ign::columnar {

/// Bytes in blocks of the encoding memory that stay where they are while more come.
class BlockBytes {
  public:
    /// Throws std::bad_alloc.
    void append(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Calls `take(std::span<const std::byte>)` for the first `count` bytes, block by block.
    template <class Take>
    void for_first(std::uint64_t count, const Take& take) const {
        for (const Block& block : blocks_) {
            std::uint64_t taken = std::min<std::uint64_t>(count, block.size);
            if (taken == 0) break;
            take(std::span<const std::byte>(block.bytes.get(), taken));
            count -= taken;
        }
    }

  private:
    struct Free {
        std::size_t capacity;
        void operator()(std::byte* bytes) const;
    };
    struct Block {
        std::unique_ptr<std::byte, Free> bytes;
        std::size_t size;
    };

    static Block new_block(std::size_t capacity);

    std::vector<Block> blocks_;
    std::uint64_t size_ = 0;
};

/// Gathers what Arrow writes.
class PageStream : public ::arrow::io::OutputStream {
  public:
    ::arrow::Status Write(const void* data, int64_t size) override;
    ::arrow::Status Close() override;
    [[nodiscard]] bool closed() const override { return closed_; }
    [[nodiscard]] ::arrow::Result<int64_t> Tell() const override;

    /// All that was written; to be called once.
    [[nodiscard]] BlockBytes take() { return std::move(bytes_); }

  private:
    BlockBytes bytes_;
    bool closed_ = false;
};

}  // namespace ign::columnar
