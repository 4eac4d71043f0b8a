#include "variety.hpp"

#include <algorithm>
#include <bitset>

namespace ign::columnar {
namespace {

constexpr std::size_t most_of_few = 256;
// In the first variety_rows of more: what comes adds others.
constexpr std::size_t most_of_few_yet = 128;
constexpr Level defined_element = 3;

// The values of the slice's rows, which may be some of the batch's.
std::span<const std::int32_t> values_of(const Leaf& leaf, const RowSlice& slice) {
    std::span<const std::int32_t> all = leaf.ints.span();
    if (slice.count == slice.batch->rows()) return all;
    std::size_t first = 0, count = 0, row = 0;
    for (std::size_t slot = 0; slot < leaf.definition.size(); ++slot) {
        if (slot != 0 && leaf.repetition[slot] == 0) ++row;
        if (leaf.definition[slot] != defined_element) continue;
        if (row < slice.first) ++first;
        if (row >= slice.first && row < slice.first + slice.count) ++count;
    }
    return all.subspan(first, count);
}

// The different values met so far, of those that a small count of them can have: others are many.
class Census {
  public:
    explicit Census(std::size_t most) : most_(most) {}

    Variety add(std::span<const std::int32_t> values) {
        for (std::int32_t value : values) {
            std::uint32_t place = static_cast<std::uint32_t>(value) + range / 2;
            if (place >= range) return Variety::many;
            if (seen_[place]) continue;
            seen_[place] = true;
            if (++different_ > most_) return Variety::many;
        }
        return Variety::few;
    }

  private:
    static constexpr std::uint32_t range = 1 << 16;
    std::bitset<range> seen_;
    std::size_t most_;
    std::size_t different_ = 0;
};

}  // namespace

Variety variety_of(Field field, std::span<const RowSlice> rows) {
    std::size_t count = 0;
    for (const RowSlice& slice : rows) count += slice.count;
    Census census(count < variety_rows ? most_of_few : most_of_few_yet);
    std::size_t rest = variety_rows;
    for (RowSlice slice : rows) {
        if (rest == 0) break;
        slice.count = std::min(slice.count, rest);
        rest -= slice.count;
        if (census.add(values_of((*slice.batch)[field], slice)) == Variety::many) {
            return Variety::many;
        }
    }
    return Variety::few;
}

}  // namespace ign::columnar
