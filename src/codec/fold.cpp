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

/// So many digits are joined eight at a time, with some 45 of 64 bits in use; more of them cost
/// less where each group is filled, as the cost of a fold grows with the square of its groups.
constexpr std::size_t most_by_eights = 512;

static_assert(std::endian::native == std::endian::little,
              "the limbs are handed out as the bytes of the number");

/// Digits as a word: their number in the low half, the product of their radices in the high half.
using Pair = std::uint64_t;

Pair to_pair(const Digit& digit) { return std::bit_cast<Pair>(digit); }

/// The digits of `first` and those of `then` behind them. One multiplication makes both halves, as
/// long as neither takes more than 32 bits: up to four digits of radices below 256.
Pair join(Pair first, Pair then) {
    return static_cast<std::uint32_t>(first) + (first >> 32) * then;
}

/// Are the radices of eight digits below 256? Then their number fits 64 bits too:
/// 255 + 255^2 + ... + 255^8 < 2^64.
bool are_narrow(const Digit* digits) {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < 8; ++i) all |= digits[i].radix;
    return all < 256;
}

}  // namespace

Fold::Group Fold::join_eight(const Digit* digits) {
    auto join_two = [&](std::size_t at) {
        return join(to_pair(digits[at]), to_pair(digits[at + 1]));
    };
    Pair low = join(join_two(0), join_two(2));
    Pair high = join(join_two(4), join_two(6));
    std::uint64_t low_product = low >> 32;
    return {static_cast<std::uint32_t>(low) + low_product * static_cast<std::uint32_t>(high),
            low_product * (high >> 32)};
}

std::size_t Fold::gather_eights() {
    std::size_t count = size_ <= most_by_eights ? size_ / 8 : 0;
    groups_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Digit* eight = digits_.data() + 8 * i;
        if (!are_narrow(eight)) {
            groups_.resize(i);
            return 8 * i;
        }
        groups_[i] = join_eight(eight);
    }
    return 8 * count;
}

void Fold::gather() {
    std::size_t first = gather_eights();
    if (first == size_) return;
    Group group{0, 1};
    for (Digit digit : digits().subspan(first)) {
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
    if (plies == 8 && size_ >= 8 && are_narrow(digits_.data()))
        return static_cast<std::int64_t>(join_eight(digits_.data()).value);
    std::int64_t value = 0;
    for (std::size_t i = std::min(plies, size_); i-- > 0;) {
        const Digit& digit = digits_[i];
        assert(value <= (std::numeric_limits<std::int64_t>::max() - digit.index) / digit.radix);
        value = digit.index + digit.radix * value;
    }
    return value;
}

}  // namespace ign::codec
