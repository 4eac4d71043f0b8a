#include "ign/codec/fold.hpp"

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>

namespace ign::codec {

namespace {

using boost::multiprecision::cpp_int;
__extension__ using Wide = unsigned __int128;

/// From so many groups on (some 50,000 half-moves of chess) the quadratic fold loses to the product
/// tree, whose big multiplications are subquadratic.
constexpr std::size_t long_game_groups = 4096;

static_assert(std::endian::native == std::endian::little,
              "the limbs are handed out as the bytes of the number");

}  // namespace

void Fold::gather() {
    groups_.clear();
    Group group{0, 1};
    for (Digit digit : digits()) {
        std::uint64_t product = 0;
        std::uint64_t value = 0;
        // index <= radix, so that this product cannot overflow where the first does not.
        bool full = __builtin_mul_overflow(group.product, std::uint64_t{digit.radix}, &product);
        full |= __builtin_add_overflow(group.value, group.product * digit.index, &value);
        if (full) {
            groups_.push_back(group);
            value = digit.index;
            product = digit.radix;
        }
        group = {value, product};
    }
    groups_.push_back(group);
}

void Fold::fold_groups() {
    // A group adds at most one limb.
    limbs_.resize(groups_.size());
    std::uint64_t* limbs = limbs_.data();
    std::size_t size = 0;
    for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
        std::uint64_t carry = group->value;
        for (std::size_t i = 0; i < size; ++i) {
            Wide wide = Wide{limbs[i]} * group->product + carry;
            limbs[i] = static_cast<std::uint64_t>(wide);
            carry = static_cast<std::uint64_t>(wide >> 64);
        }
        limbs[size] = carry;
        size += carry != 0;
    }
    limbs_.resize(size);
}

/// Pairs of neighbours become one until one is left; pairing keeps the factors of one size.
void Fold::fold_long() {
    struct Part {
        cpp_int value;
        cpp_int product;
    };
    std::vector<Part> parts;
    parts.reserve(groups_.size());
    for (const Group& group : groups_) parts.push_back({group.value, group.product});
    while (parts.size() > 1) {
        std::size_t half = (parts.size() + 1) / 2;
        for (std::size_t i = 0; i < half; ++i) {
            Part joined = std::move(parts[2 * i]);
            if (2 * i + 1 < parts.size()) {
                joined.value += joined.product * parts[2 * i + 1].value;
                if (half > 1) joined.product *= parts[2 * i + 1].product;
            }
            parts[i] = std::move(joined);
        }
        parts.resize(half);
    }
    limbs_.clear();
    export_bits(parts.front().value, std::back_inserter(limbs_), 64, false);
}

std::span<const std::byte> Fold::finish() {
    if (size_ == 0) return {};
    gather();
    if (groups_.size() < long_game_groups) {
        fold_groups();
    } else {
        fold_long();
    }
    auto bytes = std::as_bytes(std::span(limbs_));
    auto unused = static_cast<std::size_t>(std::countl_zero(limbs_.back())) / 8;
    return bytes.first(bytes.size() - unused);
}

std::int64_t Fold::prefix_value(std::size_t plies) const {
    std::int64_t value = 0;
    for (std::size_t i = std::min(plies, size_); i-- > 0;) {
        const Digit& digit = digits_[i];
        assert(value <= (std::numeric_limits<std::int64_t>::max() - digit.index) / digit.radix);
        value = digit.index + digit.radix * value;
    }
    return value;
}

}  // namespace ign::codec
