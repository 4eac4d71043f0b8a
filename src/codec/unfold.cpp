#include "ign/codec/unfold.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace ign::codec {

static_assert(std::endian::native == std::endian::little,
              "bytes are copied into the limbs as they are");

void Unfold::start(std::span<const std::byte> number) {
    direct_limit_ = detail::small_radix_limit;
    size_ = (number.size() + 7) / 8;
    limbs_.assign(size_ + 1, 0);
    if (!number.empty()) std::memcpy(limbs_.data(), number.data(), number.size());
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
    if (size_ >= detail::UnfoldWindow::least_limbs) open_window_of_limbs();
}

void Unfold::open_window_of_limbs() {
    whole_.assign(limbs_.begin(), limbs_.begin() + static_cast<std::ptrdiff_t>(size_));
    open_window();
}

void Unfold::set(std::span<const std::uint64_t> limbs) {
    size_ = limbs.size();
    limbs_.assign(limbs.begin(), limbs.end());
    limbs_.push_back(0);
}

std::size_t Unfold::give_limbs(std::span<std::uint64_t> room) {
    if (size_ > room.size() || direct_limit_ == 0) return 0;
    std::fill(std::copy_n(limbs_.begin(), size_, room.begin()), room.end(), 0);
    return std::exchange(size_, 0);
}

void Unfold::open_window() {
    set(window_.open(whole_));
    direct_limit_ = 0;
}

void Unfold::close_window() {
    window_.close(whole_);
    set(whole_);
    direct_limit_ = detail::small_radix_limit;
}

std::uint32_t Unfold::next_rare(std::uint32_t radix) {
    bool is_open = direct_limit_ == 0;
    if (is_open && (radix >= detail::small_radix_limit || !window_.holds(radix))) {
        close_window();
        is_open =
            radix < detail::small_radix_limit && whole_.size() >= detail::UnfoldWindow::least_limbs;
        if (is_open) open_window();
    }
    if (radix >= detail::small_radix_limit) {
        std::uint32_t index = next_large(radix);
        if (size_ >= detail::UnfoldWindow::least_limbs) open_window_of_limbs();
        return index;
    }
    std::uint32_t index = next_small(radix);
    if (is_open) window_.take(index, radix);
    return index;
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
