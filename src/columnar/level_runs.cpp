// Format: https://parquet.apache.org/docs/file-format/data-pages/encodings/, "Run Length Encoding /
// Bit-Packing Hybrid":
//
//     run       varint of count << 1, then the level in a byte
//     literals  byte of groups << 1 | 1, then the groups: eight levels of `width` bits each, the
//               first in the lowest bits
//
// Levels are looked at in groups of eight. A group of one level begins a run, which goes on to the
// first other level, where the next group begins; any other group is one of literals.

#include "level_runs.hpp"

#include <bit>
#include <cstring>

namespace ign::columnar {
namespace {

constexpr std::size_t group = 8;
constexpr std::uint64_t ones = 0x0101010101010101;
// A byte counts the groups, of which Arrow leaves one unused.
constexpr int most_groups = 63;

std::uint64_t load(const Level* levels) {
    std::uint64_t word;
    std::memcpy(&word, levels, sizeof word);
    return word;
}

std::uint64_t eight_of(Level level) { return static_cast<std::uint8_t>(level) * ones; }

// How many levels from the beginning are the first one.
std::size_t run_length(const Level* levels, std::size_t count) {
    std::uint64_t same = eight_of(levels[0]);
    std::size_t length = 0;
    while (count - length >= group) {
        std::uint64_t other = load(levels + length) ^ same;
        if (other != 0) return length + static_cast<std::size_t>(std::countr_zero(other)) / 8;
        length += group;
    }
    while (length < count && levels[length] == levels[0]) ++length;
    return length;
}

// The bits of eight levels in a byte each, moved together.
std::uint64_t pack(std::uint64_t word, int width) {
    if (width == 1) return (word * 0x0102040810204080) >> 56;
    word = (word | word >> 6) & 0x000F000F000F000F;
    word = (word | word >> 12) & 0x000000FF000000FF;
    return (word | word >> 24) & 0xFFFF;
}

class RunWriter {
  public:
    RunWriter(int width, std::uint8_t* out) : width_(width), out_(out) {}

    void put_run(Level level, std::size_t length) {
        end_literals();
        std::uint64_t header = std::uint64_t{length} << 1;
        for (; header >= 0x80; header >>= 7) *out_++ = static_cast<std::uint8_t>(header | 0x80);
        *out_++ = static_cast<std::uint8_t>(header);
        *out_++ = static_cast<std::uint8_t>(level);
    }

    void put_literals(std::uint64_t eight) {
        if (groups_ == 0) header_ = out_++;
        std::uint64_t bits = pack(eight, width_);
        for (int byte = 0; byte < width_; ++byte) {
            *out_++ = static_cast<std::uint8_t>(bits >> (8 * byte));
        }
        if (++groups_ == most_groups) end_literals();
    }

    [[nodiscard]] bool in_literals() const { return groups_ != 0; }

    std::uint8_t* finish() {
        end_literals();
        return out_;
    }

  private:
    void end_literals() {
        if (groups_ != 0) *header_ = static_cast<std::uint8_t>(groups_ << 1 | 1);
        groups_ = 0;
    }

    int width_;
    std::uint8_t* out_;
    std::uint8_t* header_ = nullptr;
    int groups_ = 0;  // of the literals under way
};

}  // namespace

std::uint8_t* write_level_runs(const Level* levels, std::size_t count, int width,
                               std::uint8_t* out) {
    RunWriter writer(width, out);
    const Level* end = levels + count;
    while (static_cast<std::size_t>(end - levels) >= group) {
        std::uint64_t eight = load(levels);
        if (eight == eight_of(levels[0])) {
            std::size_t length = run_length(levels, static_cast<std::size_t>(end - levels));
            writer.put_run(levels[0], length);
            levels += length;
        } else {
            writer.put_literals(eight);
            levels += group;
        }
    }
    auto rest = static_cast<std::size_t>(end - levels);
    if (rest != 0) {
        if (!writer.in_literals() && run_length(levels, rest) == rest) {
            writer.put_run(levels[0], rest);
        } else {
            std::uint64_t eight = 0;
            std::memcpy(&eight, levels, rest);
            writer.put_literals(eight);
        }
    }
    return writer.finish();
}

}  // namespace ign::columnar
