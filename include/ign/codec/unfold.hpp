#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ign::codec {

/// Takes a number apart again, first digit first, the caller naming each radix when it is known.
/// Keeps its buffer from number to number.
class Unfold {
  public:
    /// `number` is little-endian; leading zero bytes do no harm.
    void start(std::span<const std::byte> number);

    /// No digit is left.
    [[nodiscard]] bool done() const { return size_ == 0; }

    /// The index, from 1 to `radix`, of the next digit; radix is not 0 and done() is false.
    [[nodiscard]] std::uint32_t next(std::uint32_t radix);

  private:
    std::vector<std::uint64_t> limbs_;  // least significant first
    std::size_t size_ = 0;              // of limbs, leading zeros not counted
};

}  // namespace ign::codec
