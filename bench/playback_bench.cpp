// Numbers back to positions and moves: the games of a file are numbered beforehand. The tables say
// what a half-move costs.
//
//     build/release/bench/bench_playback GAMES.pgn [--benchmark_filter=...]

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "ign/chess/number_player.hpp"
#include "ign/chess/replay.hpp"
#include "ign/codec/fold.hpp"

namespace {

using namespace ign;

struct Number {
    std::vector<std::byte> bytes;
    std::size_t plies;
};
/// Of standard games, one for each line of moves of the file, in both numberings.
std::vector<Number> pseudo_legal_numbers;
std::vector<Number> legal_numbers;

template <chess::Numbering numbering>
void add_number(const std::string& moves, std::vector<Number>& numbers) {
    chess::Replay<chess::MagicSliders, numbering> replay;
    replay.start(chess::Position::standard());
    codec::Fold fold;
    bool in_comment = false;
    const char* end = moves.data() + moves.size();
    for (const char* at = moves.data(); at < end;) {
        if (in_comment || *at == '{') {
            in_comment = *at++ != '}';
            continue;
        }
        chess::SanToken token;
        const char* stop = chess::scan_san(at, end, token);
        codec::Digit digit{};
        bool canonical = false;
        bool is_move = stop != at && token.status == chess::SanStatus::ok;
        if (is_move && replay.play(token, digit, canonical) == chess::SanStatus::ok) {
            fold.push(digit);
        }
        at = stop == at ? at + 1 : stop;
    }
    auto bytes = fold.finish();
    numbers.push_back({{bytes.begin(), bytes.end()}, fold.size()});
}

void load(const char* path) {
    std::ifstream file(path);
    bool is_standard = true;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('[')) {
            is_standard = is_standard && !line.starts_with("[FEN") && !line.starts_with("[Variant");
        } else if (!line.empty()) {
            if (is_standard) {
                add_number<chess::Numbering::pseudo_legal>(line, pseudo_legal_numbers);
                add_number<chess::Numbering::legal>(line, legal_numbers);
            }
            is_standard = true;
        }
    }
}

template <class Play>
void report(benchmark::State& state, const std::vector<Number>& numbers, Play play) {
    std::size_t plies = 0;
    for (const Number& number : numbers) plies += number.plies;
    for (auto _ : state) {
        for (const Number& number : numbers) benchmark::DoNotOptimize(play(number));
    }
    state.counters["plies"] = static_cast<double>(plies);
    state.counters["per ply"] =
        benchmark::Counter(static_cast<double>(plies) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void visit_all(benchmark::State& state, const std::vector<Number>& numbers,
               chess::Numbering numbering) {
    chess::NumberPlayer player;
    const chess::Position standard = chess::Position::standard();
    report(state, numbers, [&](const Number& number) {
        std::uint64_t mix = 0;
        auto end = player.play(standard, number.bytes, numbering,
                               [&](const chess::Position& position, std::size_t) {
                                   mix ^= position.occupied().bits;
                                   return chess::Visit::go_on;
                               });
        if (end != chess::NumberEnd::whole || player.plies() != number.plies) std::abort();
        return mix;
    });
}

void visit_pseudo_legal(benchmark::State& state) {
    visit_all(state, pseudo_legal_numbers, chess::Numbering::pseudo_legal);
}
void visit_legal(benchmark::State& state) {
    visit_all(state, legal_numbers, chess::Numbering::legal);
}

template <class Playback>
IGN_INLINE std::size_t spell(const chess::Position& start, const Number& number,
                             codec::Unfold& unfold) {
    Playback playback;
    playback.start(start, game::Resignation::none);
    unfold.start(number.bytes);
    typename Playback::Digits digits(unfold);
    char text[chess::max_san_length];
    std::size_t bytes = 0;
    while (!digits.done()) {
        chess::SpelledMove played;
        if (playback.play(digits, played) != chess::NumberEnd::whole) std::abort();
        bytes += static_cast<std::size_t>(chess::write_san(played, text) - text);
        benchmark::DoNotOptimize(&text[0]);
        benchmark::ClobberMemory();
    }
    return bytes;
}

IGN_TARGET_V3 std::size_t spell_pext(const chess::Position& start, const Number& number,
                                     codec::Unfold& digits) {
    return spell<
        chess::Playback<chess::PextSliders, chess::Numbering::pseudo_legal, chess::Spelling::san>>(
        start, number, digits);
}
#if defined(__x86_64__)
IGN_TARGET_V4 std::size_t spell_lanes(const chess::Position& start, const Number& number,
                                      codec::Unfold& digits) {
    return spell<chess::LanePlayback<chess::Spelling::san>>(start, number, digits);
}
#endif
IGN_TARGET_ANY std::size_t spell_magic(const chess::Position& start, const Number& number,
                                       codec::Unfold& digits) {
    return spell<
        chess::Playback<chess::MagicSliders, chess::Numbering::pseudo_legal, chess::Spelling::san>>(
        start, number, digits);
}

void write_san_pext(benchmark::State& state) {
    codec::Unfold digits;
    const chess::Position standard = chess::Position::standard();
    report(state, pseudo_legal_numbers,
           [&](const Number& number) { return spell_pext(standard, number, digits); });
}
#if defined(__x86_64__)
void write_san_lanes(benchmark::State& state) {
    if (!chess::cpu_has_lanes()) return state.SkipWithError("this processor has no AVX-512");
    codec::Unfold digits;
    const chess::Position standard = chess::Position::standard();
    report(state, pseudo_legal_numbers,
           [&](const Number& number) { return spell_lanes(standard, number, digits); });
}
BENCHMARK(write_san_lanes)->Unit(benchmark::kMillisecond);
#endif
void write_san_magic(benchmark::State& state) {
    codec::Unfold digits;
    const chess::Position standard = chess::Position::standard();
    report(state, pseudo_legal_numbers,
           [&](const Number& number) { return spell_magic(standard, number, digits); });
}

BENCHMARK(visit_pseudo_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(visit_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(write_san_pext)->Unit(benchmark::kMillisecond);
BENCHMARK(write_san_magic)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const char* path = argc > 1 ? argv[1] : std::getenv("IGN_BENCH_PGN");
    if (path == nullptr) {
        std::cerr << "bench_playback: name a PGN file as the argument or in IGN_BENCH_PGN\n";
        return 2;
    }
    load(path);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
