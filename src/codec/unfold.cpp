#include "ign/codec/unfold.hpp"

#include <bit>
#include <cstring>

namespace ign::codec {

namespace {

__extension__ using Wide = unsigned __int128;

static_assert(std::endian::native == std::endian::little,
              "bytes are copied into the limbs as they are");

/// Up to here (a quotient digit of 32 bits under a remainder of 16) one multiplication by the
/// rounded reciprocal gives the exact quotient: its error, remainder * 2^32 * radix / 2^64, stays
/// below 1.
constexpr std::uint32_t small_radix = 1U << 16;

/// Divides the limbs by `radix` and returns the remainder.
std::uint32_t divide_small(std::uint64_t* limbs, std::size_t size, std::uint32_t radix) {
    std::uint64_t reciprocal = ~std::uint64_t{0} / radix + 1;
    std::uint64_t remainder = 0;
    for (std::size_t i = size; i-- > 0;) {
        std::uint64_t quotient = 0;
        for (int shift : {32, 0}) {
            std::uint64_t part = remainder << 32 | (limbs[i] >> shift & 0xffffffff);
            auto digit = static_cast<std::uint64_t>((Wide{part} * reciprocal) >> 64);
            remainder = part - digit * radix;
            quotient = quotient << 32 | digit;
        }
        limbs[i] = quotient;
    }
    return static_cast<std::uint32_t>(remainder);
}

std::uint32_t divide(std::uint64_t* limbs, std::size_t size, std::uint32_t radix) {
    std::uint64_t remainder = 0;
    for (std::size_t i = size; i-- > 0;) {
        std::uint64_t high = remainder << 32 | limbs[i] >> 32;
        std::uint64_t low = (high % radix) << 32 | (limbs[i] & 0xffffffff);
        limbs[i] = (high / radix) << 32 | low / radix;
        remainder = low % radix;
    }
    return static_cast<std::uint32_t>(remainder);
}

}  // namespace

void Unfold::start(std::span<const std::byte> number) {
    size_ = (number.size() + 7) / 8;
    limbs_.assign(size_, 0);
    if (!number.empty()) std::memcpy(limbs_.data(), number.data(), number.size());
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
}

std::uint32_t Unfold::next(std::uint32_t radix) {
    assert(radix != 0 && !done());
    std::uint64_t* limbs = limbs_.data();
    if (radix == 1) {  // the reciprocal would not fit
        for (std::size_t i = 0; limbs[i]-- == 0;) ++i;
    } else {
        bool is_small = radix <= small_radix;
        std::uint32_t remainder =
            is_small ? divide_small(limbs, size_, radix) : divide(limbs, size_, radix);
        if (remainder != 0) {
            if (limbs[size_ - 1] == 0) --size_;
            return remainder;
        }
        // x = q * N is (q - 1) * N + N: the last index, and one less to go on with.
        for (std::size_t i = 0; limbs[i]-- == 0;) ++i;
    }
    while (size_ > 0 && limbs[size_ - 1] == 0) --size_;
    return radix;
}

}  // namespace ign::codec
