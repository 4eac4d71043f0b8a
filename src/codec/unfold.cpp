#include "ign/codec/unfold.hpp"

#include <bit>
#include <cstring>

namespace ign::codec {

static_assert(std::endian::native == std::endian::little,
              "bytes are copied into the limbs as they are");

void Unfold::start(std::span<const std::byte> number) {
    size_ = (number.size() + 7) / 8;
    limbs_.assign(size_ + 1, 0);
    if (!number.empty()) std::memcpy(limbs_.data(), number.data(), number.size());
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
}

std::uint32_t Unfold::next_large(std::uint32_t radix) {
    std::uint64_t remainder = 0;
    for (std::size_t i = size_; i-- > 0;) {
        std::uint64_t high = remainder << 32 | limbs_[i] >> 32;
        std::uint64_t low = (high % radix) << 32 | (limbs_[i] & 0xffffffff);
        limbs_[i] = (high / radix) << 32 | low / radix;
        remainder = low % radix;
    }
    if (remainder == 0) {
        // x = q * N is (q - 1) * N + N: the last index, and one less to go on with.
        for (std::size_t i = 0; limbs_[i]-- == 0;) ++i;
        remainder = radix;
    }
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
    return static_cast<std::uint32_t>(remainder);
}

}  // namespace ign::codec
