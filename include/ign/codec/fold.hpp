#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ign/codec/digit.hpp"

namespace ign::codec {

/// From the digits of a game, first move first, to its number
///
///     I1 + N1 * (I2 + N2 * (I3 + ...))
///
/// Keeps its buffers from game to game, so that in the long run nothing is allocated.
class Fold {
  public:
    void clear() { size_ = 0; }
    void push(Digit digit) {
        assert(digit.index >= 1 && digit.index <= digit.radix);
        *reserve(1) = digit;
        commit(1);
    }
    /// Room for `count` more digits; the caller writes them and then calls `commit`.
    Digit* reserve(std::size_t count) {
        if (digits_.size() < size_ + count) digits_.resize(2 * size_ + count);
        return digits_.data() + size_;
    }
    void commit(std::size_t count) { size_ += count; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Makes every radix one more, as the resign option does.
    void raise_radices() {
        for (std::size_t i = 0; i < size_; ++i) ++digits_[i].radix;
    }

    /// The number, little-endian, without leading zero bytes (so empty for no digits). Valid until
    /// the next call of a non-const function. More digits may be pushed after it.
    [[nodiscard]] std::span<const std::byte> finish();

    /// The number of the first `plies` digits, or of all if there are fewer. It must fit: for chess
    /// up to 8 half-moves do (218^8 < 2^63).
    [[nodiscard]] std::int64_t prefix_value(std::size_t plies) const;

  private:
    /// Several digits as one: the number of these alone, and the product of their radices. What
    /// follows, x, joins in as value + product * x.
    struct Group {
        std::uint64_t value;
        std::uint64_t product;
    };

    static Group join_eight(const Digit* digits);
    std::size_t gather_eights();
    void gather();
    void fold_groups();
    void fold_long();

    [[nodiscard]] std::span<const Digit> digits() const { return {digits_.data(), size_}; }

    std::vector<Digit> digits_;  // of which the first size_ count
    std::size_t size_ = 0;
    std::vector<Group> groups_;
    std::vector<std::uint64_t> limbs_;  // least significant first
};

}  // namespace ign::codec
