#include "ign/codec/short_unfold.hpp"

#if defined(__x86_64__)

namespace ign::codec {

namespace detail {

const std::array<ShortConstants, small_radix_limit> short_constants = [] {
    std::array<ShortConstants, small_radix_limit> all{};
    for (std::uint32_t radix = 2; radix < small_radix_limit; ++radix) {
        const RadixConstants& with = radix_constants[radix];
        ShortConstants& constants = all[radix];
        constants.inverse = with.inverse;
        constants.reciprocal = with.reciprocal;
        constants.odd = with.odd;
        constants.twos = with.twos;
        std::uint32_t power = 1;
        for (std::uint8_t& entry : constants.powers) {
            entry = static_cast<std::uint8_t>(power);
            power = power * with.powers[1] % radix;
        }
    }
    return all;
}();

}  // namespace detail

void ShortUnfold::take_over() {
    size_ = number_.give_limbs(std::span(limbs_).first(detail::short_limbs));
    small_radices_ = size_ == 0 ? 0 : detail::small_radix_limit - 2;
}

std::uint32_t ShortUnfold::next_rare(std::uint32_t radix) {
    if (size_ != 0) number_.set(std::span(limbs_).first(size_));
    std::uint32_t index = number_.next(radix);
    take_over();
    return index;
}

}  // namespace ign::codec

#endif
