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
    void clear() { digits_.clear(); }
    void push(Digit digit) {
        assert(digit.index >= 1 && digit.index <= digit.radix);
        digits_.push_back(digit);
    }
    /// Room for `count` more digits, which the caller writes.
    Digit* append(std::size_t count) {
        digits_.resize(digits_.size() + count);
        return digits_.data() + digits_.size() - count;
    }
    [[nodiscard]] std::size_t size() const { return digits_.size(); }
    /// Makes every radix one more, as the resign option does.
    void raise_radices() {
        for (Digit& digit : digits_) ++digit.radix;
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

    void gather();
    void fold_groups();
    void fold_long();

    std::vector<Digit> digits_;
    std::vector<Group> groups_;
    std::vector<std::uint64_t> limbs_;  // least significant first
};

}  // namespace ign::codec
