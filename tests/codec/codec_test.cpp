#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "ign/codec/fold.hpp"
#include "ign/codec/multiple_test.hpp"
#include "ign/codec/natural.hpp"
#include "ign/codec/short_unfold.hpp"
#include "ign/codec/unfold.hpp"

namespace ign::codec {

namespace {

std::string fold_to_decimal(const std::vector<Digit>& digits) {
    Fold fold;
    for (Digit digit : digits) fold.push(digit);
    return to_decimal(fold.finish());
}

std::vector<Digit> random_digits(std::size_t count, std::uint32_t radix_limit, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Digit> digits(count);
    for (Digit& digit : digits) {
        digit.radix = static_cast<std::uint32_t>(random() % radix_limit + 1);
        digit.index = static_cast<std::uint32_t>(random() % digit.radix + 1);
    }
    return digits;
}

#if defined(__x86_64__)
IGN_TARGET_PAIR_SHIFTS void check_short_unfold(std::span<const std::byte> number,
                                               std::span<const Digit> digits) {
    Unfold unfold;
    unfold.start(number);
    ShortUnfold short_unfold(unfold);
    std::size_t wrong = 0;
    for (Digit digit : digits) {
        if (short_unfold.done()) break;
        wrong += short_unfold.next(digit.radix) != digit.index;
    }
    CHECK(wrong == 0);
    CHECK(short_unfold.done());
}
#endif

void check_round_trip(const std::vector<Digit>& digits) {
    Fold fold;
    for (Digit digit : digits) fold.push(digit);
    auto number = fold.finish();
    CHECK((number.empty() || number.back() != std::byte{0}));
    Unfold unfold;
    unfold.start(number);
    std::size_t wrong = 0;
    for (Digit digit : digits) {
        REQUIRE_FALSE(unfold.done());
        wrong += unfold.next(digit.radix) != digit.index;
    }
    CHECK(wrong == 0);
    CHECK(unfold.done());
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vbmi2")) check_short_unfold(number, digits);
#endif
}

}  // namespace

TEST_CASE("fold: the published example") {
    // f3 is 15 of 20, e5 9 of 20, g4 16 of 19, Qh4# 18 of 30.
    CHECK(fold_to_decimal({{15, 20}, {9, 20}, {16, 19}, {18, 30}}) == "143395");
    CHECK(fold_to_decimal({}) == "0");
    CHECK(fold_to_decimal({{1, 1}}) == "1");
    CHECK(fold_to_decimal({{1, 1}, {1, 1}, {1, 1}}) == "3");
}

TEST_CASE("fold: prefix values") {
    Fold fold;
    CHECK(fold.prefix_value(8) == 0);
    for (Digit digit : {Digit{15, 20}, Digit{9, 20}, Digit{16, 19}, Digit{18, 30}})
        fold.push(digit);
    CHECK(fold.prefix_value(0) == 0);
    CHECK(fold.prefix_value(2) == 195);
    CHECK(fold.prefix_value(8) == 143395);
    fold.clear();
    for (int i = 0; i < 8; ++i) fold.push({218, 218});
    // 218 * (218^8 - 1) / 217, computed elsewhere.
    CHECK(fold.prefix_value(8) == 5124467092509043350);
}

TEST_CASE("fold and unfold: round trips") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        check_round_trip(random_digits(seed * 7, 218, seed));
        check_round_trip(random_digits(seed * 3, 0xffffffff, seed));
        check_round_trip(random_digits(seed * 3, 3, seed));
        check_round_trip(random_digits(seed, 1U << 17, seed));
        check_round_trip(random_digits(seed, 2, seed));
    }
    for (std::uint32_t radix : {1U, 2U, 20U, 218U, 65535U, 65536U, 65537U, 0xffffffffU}) {
        check_round_trip(std::vector<Digit>(100, {radix, radix}));
        check_round_trip(std::vector<Digit>(100, {1, radix}));
    }
}

TEST_CASE("fold: digits joined eight at a time are the number of all") {
    // The number by its definition, from the last digit back.
    auto expected = [](const std::vector<Digit>& digits) {
        boost::multiprecision::cpp_int number = 0;
        for (std::size_t i = digits.size(); i-- != 0;)
            number = digits[i].index + number * digits[i].radix;
        return number.str();
    };
    for (std::size_t count = 0; count <= 40; ++count) {
        for (std::uint32_t radix : {1U, 255U, 256U, 257U, 0xffffffffU}) {
            std::vector<Digit> digits(count, {radix, radix});
            CHECK(fold_to_decimal(digits) == expected(digits));
        }
        // One wide digit among narrow ones ends the eights wherever it stands.
        std::vector<Digit> digits = random_digits(40, 255, 1);
        if (count < 40) digits[count] = {70'000, 70'001};
        CHECK(fold_to_decimal(digits) == expected(digits));
    }
    for (std::size_t count : {504U, 511U, 512U, 513U, 520U}) {
        std::vector<Digit> digits = random_digits(count, 255, 2);
        CHECK(fold_to_decimal(digits) == expected(digits));
    }
}

TEST_CASE("fold: a long game is folded by products to the same number") {
    std::vector<Digit> digits = random_digits(60'000, 40, 3);
    Fold fold;
    for (Digit digit : digits) fold.push(digit);
    auto number = fold.finish();
    std::vector<std::byte> whole(number.begin(), number.end());
    check_round_trip(digits);
    // Its own beginning and rest, joined by hand: x = head + product * rest.
    Unfold unfold;
    unfold.start(whole);
    for (std::size_t i = 0; i < 30'000; ++i) CHECK(unfold.next(digits[i].radix) == digits[i].index);
    fold.clear();
    for (std::size_t i = 30'000; i < digits.size(); ++i) fold.push(digits[i]);
    auto rest = fold.finish();
    Unfold short_unfold;
    short_unfold.start(rest);
    for (std::size_t i = 30'000; i < digits.size(); ++i) {
        REQUIRE(unfold.next(digits[i].radix) == short_unfold.next(digits[i].radix));
    }
    CHECK(unfold.done());
    CHECK(short_unfold.done());
}

TEST_CASE("unfold: short numbers give every digit back") {
    for (unsigned seed = 0; seed < 300; ++seed) {
        check_round_trip(random_digits(1 + seed, 218, seed));
        check_round_trip(random_digits(1 + seed, 3, seed));
        check_round_trip(random_digits(1 + seed, 300, seed));  // a radix past the constants, too
    }
    for (std::uint32_t radix : {1U, 2U, 127U, 128U, 255U, 256U, 257U}) {
        for (std::size_t count : {1U, 5U, 64U, 129U, 200U}) {
            check_round_trip(std::vector<Digit>(count, {radix, radix}));  // the last index
            check_round_trip(std::vector<Digit>(count, {1, radix}));      // and the first
        }
    }
}

TEST_CASE("fold: a million half-moves in bearable time") {
    Fold fold;
    for (Digit digit : random_digits(1'000'000, 60, 5)) fold.push(digit);
    CHECK(fold.finish().size() > 500'000);
}

TEST_CASE("unfold: long numbers, taken through windows, give every digit back") {
    for (unsigned seed = 0; seed < 6; ++seed) {
        check_round_trip(random_digits(3000 + 500 * seed, 218, seed));
        check_round_trip(random_digits(9000, 3, seed));
        check_round_trip(
            random_digits(2500, 300, seed));  // now and then a radix past the constants
    }
    // One prime is used up at once; no prime at all is; and the last index every time.
    check_round_trip(std::vector<Digit>(4000, {241, 241}));
    check_round_trip(std::vector<Digit>(3000, {128, 128}));
    check_round_trip(std::vector<Digit>(3000, {1, 254}));
    std::vector<Digit> forced = random_digits(12'000, 40, 9);
    for (std::size_t i = 0; i < 6'000; ++i) forced[i] = {1, 1};
    check_round_trip(forced);
    check_round_trip(random_digits(100'000, 60, 4));
}

TEST_CASE("natural: text and bytes") {
    std::vector<std::byte> bytes = {std::byte{0x23}, std::byte{0x30}, std::byte{0x02}};
    CHECK(to_decimal(bytes) == "143395");
    CHECK(to_hex(bytes) == "23023");
    CHECK(from_decimal("143395") == bytes);
    CHECK(from_decimal("000143395") == bytes);
    CHECK(from_hex("23023") == bytes);
    CHECK(from_hex("0x0023023") == bytes);
    CHECK(from_hex("AbC") == from_decimal("2748"));
    CHECK(to_decimal({}) == "0");
    CHECK(to_hex({}) == "0");
    CHECK(from_decimal("0")->empty());
    for (std::string_view text : {"", "-1", "+1", "1 ", "0x10", "1.0", "ten"}) {
        CHECK_FALSE(from_decimal(text));
    }
    for (std::string_view text : {"", "0x", "g", "-1", "1 "}) CHECK_FALSE(from_hex(text));
}

TEST_CASE("multiples are told from other numbers") {
    std::mt19937_64 random(21);
    int wrong = 0;
    for (int round = 0; round < 20000; ++round) {
        std::uint64_t divisor = (random() >> random() % 64) | (round < 2000 ? 1 : 0);
        if (divisor == 0) divisor = std::uint64_t{1} << random() % 64;
        MultipleTest is_multiple(divisor);
        std::uint64_t most = ~std::uint64_t{0} / divisor;
        std::uint64_t multiple =
            divisor * (most == ~std::uint64_t{0} ? random() : random() % (most + 1));
        for (std::uint64_t value :
             {std::uint64_t{0}, multiple, multiple + 1, multiple - 1, multiple + divisor / 2,
              divisor * most, ~std::uint64_t{0}, static_cast<std::uint64_t>(random())}) {
            wrong += is_multiple(value) != (value % divisor == 0);
        }
    }
    CHECK(wrong == 0);
}

}  // namespace ign::codec
