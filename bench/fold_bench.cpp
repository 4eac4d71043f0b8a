// Digits to integers and back, for games of 20 to 320 half-moves, and for one of the most that a
// row may have, with digits as chess has them. Needs no file.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "ign/codec/fold.hpp"
#include "ign/codec/unfold.hpp"

namespace {

using namespace ign::codec;

// Radices from 20 to 43, indices below them; a linear congruence is random enough.
std::vector<Digit> make_digits(std::int64_t plies) {
    std::vector<Digit> digits;
    std::uint64_t state = 1;
    while (digits.size() < static_cast<std::size_t>(plies)) {
        state = state * 6364136223846793005 + 1442695040888963407;
        auto radix = static_cast<std::uint32_t>(20 + (state >> 40) % 24);
        digits.push_back({1 + static_cast<std::uint32_t>(state >> 33) % radix, radix});
    }
    return digits;
}

void report(benchmark::State& state) {
    auto plies = static_cast<double>(state.range(0) * state.iterations());
    state.counters["per ply"] =
        benchmark::Counter(plies, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["games"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void fold(benchmark::State& state) {
    std::vector<Digit> digits = make_digits(state.range(0));
    Fold number;
    for (auto _ : state) {
        number.clear();
        for (Digit digit : digits) number.push(digit);
        benchmark::DoNotOptimize(number.finish().data());
    }
    report(state);
}

void unfold(benchmark::State& state) {
    std::vector<Digit> digits = make_digits(state.range(0));
    Fold number;
    for (Digit digit : digits) number.push(digit);
    auto bytes = number.finish();
    Unfold rest;
    for (auto _ : state) {
        rest.start(bytes);
        std::uint32_t sum = 0;
        for (Digit digit : digits) sum += rest.next(digit.radix);
        benchmark::DoNotOptimize(sum);
    }
    report(state);
}

BENCHMARK(fold)->RangeMultiplier(2)->Range(20, 320);
BENCHMARK(unfold)->RangeMultiplier(2)->Range(20, 320)->Arg(60'000)->Arg(1 << 20);

}  // namespace

BENCHMARK_MAIN();
