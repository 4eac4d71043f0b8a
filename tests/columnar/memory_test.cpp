#include <arrow/memory_pool.h>
#include <arrow/status.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "page_stream.hpp"
#include "slot_pool.hpp"

namespace ign::columnar {
namespace {

constexpr std::int64_t greatest_slot = SlotPool::slot_sizes.back();

// A buffer as Arrow's grow and shrink, with bytes that tell where they stand.
class Grown {
  public:
    explicit Grown(SlotPool& pool) : pool_(pool) { REQUIRE(pool_.Allocate(0, &bytes_).ok()); }
    Grown(const Grown&) = delete;
    Grown& operator=(const Grown&) = delete;
    ~Grown() { pool_.Free(bytes_, size_); }

    void resize(std::int64_t size) {
        REQUIRE(pool_.Reallocate(size_, size, &bytes_).ok());
        for (std::int64_t i = size_; i < size; ++i) bytes_[i] = byte_at(i);
        size_ = size;
    }
    [[nodiscard]] bool whole() const {
        for (std::int64_t i = 0; i < size_; ++i) {
            if (bytes_[i] != byte_at(i)) return false;
        }
        return reinterpret_cast<std::uintptr_t>(bytes_) % 64 == 0;
    }
    [[nodiscard]] const std::uint8_t* bytes() const { return bytes_; }

  private:
    std::uint8_t byte_at(std::int64_t i) const {
        return static_cast<std::uint8_t>(i % 251 + reinterpret_cast<std::uintptr_t>(this) / 64);
    }

    SlotPool& pool_;
    std::uint8_t* bytes_ = nullptr;
    std::int64_t size_ = 0;
};

}  // namespace

TEST_CASE("a buffer keeps its bytes through all sizes") {
    SlotPool pool;
    Grown buffer(pool);
    for (std::int64_t size :
         {1, 1 << 14, (1 << 14) + 1, 1 << 18, (1 << 18) + 1, 1 << 21, (1 << 21) + 1, 3 << 21,
          1 << 21, 1 << 20, 1 << 17, 1 << 15, 1 << 14, 5, 0, 1 << 19, 0}) {
        buffer.resize(size);
        CHECK(buffer.whole());
    }
}

TEST_CASE("a buffer stays where it is while it grows within its slot") {
    SlotPool pool;
    Grown buffer(pool);
    buffer.resize(SlotPool::least_size);
    const std::uint8_t* place = buffer.bytes();
    buffer.resize(SlotPool::slot_sizes[0]);
    CHECK(buffer.bytes() == place);
    buffer.resize(SlotPool::slot_sizes[0] + 1);
    const std::uint8_t* other_place = buffer.bytes();
    buffer.resize(greatest_slot);
    CHECK(buffer.bytes() == other_place);
    // The slot left behind is the next buffer's.
    Grown next(pool);
    next.resize(1 << 17);
    CHECK(next.bytes() == place);
}

TEST_CASE("slots are kept until they are released, larger blocks never") {
    SlotPool pool;
    std::int64_t before = pool.bytes_allocated();
    {
        Grown small(pool);
        Grown slot(pool);
        Grown large(pool);
        small.resize(100);
        slot.resize(100'000);
        large.resize(greatest_slot + 1);
    }
    CHECK(pool.bytes_allocated() - before == SlotPool::slot_sizes[0]);
    pool.ReleaseUnused();
    CHECK(pool.bytes_allocated() == before);
}

TEST_CASE("threads share a pool") {
    SlotPool pool;
    std::vector<std::uint8_t> whole(3, 1);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < whole.size(); ++t) {
        threads.emplace_back([&pool, &whole, t] {
            std::minstd_rand random(static_cast<std::uint32_t>(t + 1));
            for (int round = 0; round < 100; ++round) {
                std::int64_t size = random() % 30'000 + SlotPool::least_size;
                std::uint8_t* bytes = nullptr;
                if (!pool.Allocate(size, &bytes).ok()) whole[t] = 0;
                std::memset(bytes, static_cast<int>(t), static_cast<std::size_t>(size));
                for (std::int64_t i = 0; i < size; ++i) whole[t] &= bytes[i] == t;
                pool.Free(bytes, size);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(whole == std::vector<std::uint8_t>(3, 1));
}

TEST_CASE("bytes come out of their blocks as they went in, as many as asked for") {
    std::vector<std::byte> bytes(1'000'000);
    std::minstd_rand random(1);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() >> 8);
    PageStream stream;
    for (std::size_t begin = 0, step = 1; begin < bytes.size(); step = step * 3 + 1) {
        std::size_t count = std::min(step, bytes.size() - begin);
        REQUIRE(stream.Write(bytes.data() + begin, static_cast<std::int64_t>(count)).ok());
        begin += count;
        CHECK(stream.Tell().ValueOrDie() == static_cast<std::int64_t>(begin));
    }
    BlockBytes taken = stream.take();
    CHECK(taken.size() == bytes.size());
    for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1 << 14},
                              std::size_t{16'385}, std::size_t{700'000}, bytes.size()}) {
        std::vector<std::byte> out;
        taken.for_first(count, [&](std::span<const std::byte> block) {
            out.insert(out.end(), block.begin(), block.end());
        });
        CHECK(std::equal(out.begin(), out.end(), bytes.begin(), bytes.begin() + count));
        CHECK(out.size() == count);
    }
}

}  // namespace ign::columnar
