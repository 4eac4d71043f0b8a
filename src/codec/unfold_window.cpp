#include "ign/codec/unfold_window.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

#include "ign/codec/unfold.hpp"

namespace ign::codec::detail {

namespace {

using Limbs = UnfoldWindow::Limbs;

/// Digits that M has primes for if radices are spread as the integers are.
constexpr std::uint32_t usual_digits = 256;
/// Radices of 1 use up nothing; still they take 1 away each.
constexpr std::size_t most_digits = 4096;

/// limbs = limbs * factor + carry.
void multiply_add(Limbs& limbs, std::uint64_t factor, std::uint64_t carry) {
    for (std::uint64_t& limb : limbs) {
        Wide wide = Wide{limb} * factor + carry;
        limb = static_cast<std::uint64_t>(wide);
        carry = static_cast<std::uint64_t>(wide >> 64);
    }
    if (carry != 0) limbs.push_back(carry);
}

/// limbs += other * factor.
void add_multiple(Limbs& limbs, const Limbs& other, std::uint64_t factor) {
    limbs.resize(std::max(limbs.size(), other.size() + 1));
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        Wide wide = Wide{limbs[i]} + carry;
        if (i < other.size()) wide += Wide{other[i]} * factor;
        limbs[i] = static_cast<std::uint64_t>(wide);
        carry = static_cast<std::uint64_t>(wide >> 64);
    }
    if (carry != 0) limbs.push_back(carry);
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

/// limbs -= other * factor; what is borrowed beyond them.
std::uint64_t subtract_multiple(std::span<std::uint64_t> limbs,
                                std::span<const std::uint64_t> other, std::uint64_t factor) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < other.size(); ++i) {
        Wide wide = Wide{other[i]} * factor + borrow;
        auto low = static_cast<std::uint64_t>(wide);
        borrow = static_cast<std::uint64_t>(wide >> 64) + (limbs[i] < low);
        limbs[i] -= low;
    }
    for (std::size_t i = other.size(); i < limbs.size() && borrow != 0; ++i) {
        bool is_short = limbs[i] < borrow;
        limbs[i] -= borrow;
        borrow = is_short;
    }
    return borrow;
}

bool is_below(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// The remainder of x by a modulus whose highest bit is set: the highest limb is taken off by a
/// multiple of the modulus that is at most a few too small.
Limbs remainder(Limbs x, const Limbs& modulus) {
    std::size_t size = modulus.size();
    std::uint64_t top = modulus.back();
    x.push_back(0);
    for (std::size_t j = x.size() - size; j-- > 0;) {
        std::span<std::uint64_t> part(x.data() + j, size + 1);
        Wide high = Wide{part[size]} << 64 | part[size - 1];
        std::uint64_t quotient =
            top == ~std::uint64_t{0} ? part[size] : static_cast<std::uint64_t>(high / (top + 1));
        subtract_multiple(part, modulus, quotient);
        while (part[size] != 0 || !is_below(part.first(size), modulus)) {
            subtract_multiple(part, modulus, 1);
        }
    }
    x.resize(size);
    return x;
}

/// Right by any number of bits.
void shift_down(Limbs& limbs, std::size_t bits) {
    limbs.erase(limbs.begin(), limbs.begin() + static_cast<std::ptrdiff_t>(bits / 64));
    std::size_t rest = bits % 64;
    if (rest == 0) return;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        std::uint64_t above = i + 1 < limbs.size() ? limbs[i + 1] : 0;
        limbs[i] = limbs[i] >> rest | above << (64 - rest);
    }
}

std::size_t trailing_zeros(const Limbs& limbs) {
    std::size_t zeros = 0;
    while (limbs[zeros] == 0) ++zeros;
    return 64 * zeros + static_cast<std::size_t>(std::countr_zero(limbs[zeros]));
}

/// x / by for an odd divisor of x, from the lowest limb upward.
void divide_exactly(Limbs& x, const Limbs& by) {
    std::uint64_t inverse = by[0];  // right in three bits; each step doubles them
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - by[0] * inverse;
    std::size_t size = x.size() - by.size() + 1;
    for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t quotient = x[i] * inverse;
        std::span<std::uint64_t> part(x.data() + i, size - i);
        std::span<const std::uint64_t> divisor(by.data(), std::min(by.size(), part.size()));
        subtract_multiple(part, divisor, quotient);
        x[i] = quotient;  // the limb has become 0
    }
    x.resize(size);
}

struct Modulus {
    std::array<std::uint32_t, 256> exponents = {};
    Limbs limbs = {1};
};

/// Of each prime what the usual digits need, and one power that is as large as any radix; and 64
/// bits or more beside, which no digit may use up.
Modulus make_modulus() {
    Modulus modulus;
    for (std::uint32_t prime = 2; prime < small_radix_limit; ++prime) {
        bool is_prime = true;
        for (std::uint32_t i = 2; i * i <= prime; ++i) is_prime = is_prime && prime % i != 0;
        if (!is_prime) continue;
        std::uint32_t exponent = usual_digits / (prime - 1);
        for (std::uint32_t power = prime; power < small_radix_limit; power *= prime) ++exponent;
        modulus.exponents[prime] = exponent;
        for (; exponent > 0; --exponent) multiply_add(modulus.limbs, prime, 0);
    }
    int unused = std::countl_zero(modulus.limbs.back());
    multiply_add(modulus.limbs, std::uint64_t{1} << unused, 0);
    modulus.limbs.insert(modulus.limbs.begin(), 0);
    return modulus;
}

const Modulus& the_modulus() {
    static const Modulus modulus = make_modulus();
    return modulus;
}

/// Calls `use(prime, exponent)` for the prime powers of a number below 256: what is left without
/// the primes up to 13 is 1 or a prime.
template <class Use>
void factorize(std::uint32_t number, Use use) {
    for (std::uint32_t prime : {2U, 3U, 5U, 7U, 11U, 13U}) {
        std::uint32_t exponent = 0;
        for (; number % prime == 0; number /= prime) ++exponent;
        if (exponent != 0) use(prime, exponent);
    }
    if (number != 1) use(number, 1U);
}

}  // namespace

Limbs UnfoldWindow::open(const Limbs& x) {
    const Modulus& modulus = the_modulus();
    assert(x.size() >= least_limbs && least_limbs >= modulus.limbs.size() + 2);
    primes_left_ = modulus.exponents;
    digits_ = 0;
    value_.clear();
    product_.assign(1, 1);
    Limbs window = remainder(x, modulus.limbs);
    add_multiple(window, modulus.limbs, 1);
    return window;
}

bool UnfoldWindow::holds(std::uint32_t radix) const {
    bool holds = digits_ < most_digits;
    factorize(radix, [&](std::uint32_t prime, std::uint32_t exponent) {
        holds = holds && primes_left_[prime] >= exponent;
    });
    return holds;
}

void UnfoldWindow::take(std::uint32_t index, std::uint32_t radix) {
    factorize(radix, [&](std::uint32_t prime, std::uint32_t exponent) {
        primes_left_[prime] -= exponent;
    });
    add_multiple(value_, product_, index);
    multiply_add(product_, radix, 0);
    ++digits_;
}

void UnfoldWindow::close(Limbs& x) const {
    subtract_multiple(x, value_, 1);
    Limbs product = product_;
    std::size_t twos = trailing_zeros(product);
    shift_down(product, twos);
    shift_down(x, twos);
    while (product.back() == 0) product.pop_back();
    divide_exactly(x, product);
    while (x.back() == 0) x.pop_back();
}

}  // namespace ign::codec::detail
