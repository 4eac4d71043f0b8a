// The tokenizer's speed on the file named by IGN_BENCH_PGN (or the first argument): plain PGN.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "ign/pgn/annotation.hpp"
#include "ign/pgn/boundary.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace {

using namespace ign::pgn;

std::string text;

template <class Visit>
std::int64_t for_each_token(Visit visit) {
    const char* position = text.data();
    const char* end = position + text.size();
    std::int64_t games = 0;
    while (position != end) {
        Tokenizer tokenizer(position, end, TextEnd::at_eof);
        for (Token token = tokenizer.next(); token.kind != TokenKind::end;
             token = tokenizer.next()) {
            visit(token);
        }
        position = tokenizer.game_end();
        ++games;
    }
    return games;
}

template <class Visit>
void run(benchmark::State& state, Visit visit) {
    std::int64_t games = 0;
    for (auto _ : state) games = for_each_token(visit);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    state.counters["games"] = benchmark::Counter(static_cast<double>(games),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void tokens(benchmark::State& state) {
    run(state, [](const Token& token) { benchmark::DoNotOptimize(token.end); });
}

void tokens_and_tags(benchmark::State& state) {
    run(state, [](const Token& token) {
        if (token.kind == TokenKind::tag) benchmark::DoNotOptimize(read_tag(token).value.data());
    });
}

void tokens_tags_and_annotations(benchmark::State& state) {
    run(state, [](const Token& token) {
        if (token.kind == TokenKind::tag) benchmark::DoNotOptimize(read_tag(token).value.data());
        if (token.kind == TokenKind::comment) {
            benchmark::DoNotOptimize(scan_annotations(token.text()).clock.has_value());
        }
    });
}

void boundaries(benchmark::State& state) {
    for (auto _ : state) {
        const char* end = text.data() + text.size();
        for (const char* position = text.data(); position != nullptr;) {
            position = find_game_boundary(position, end);
            if (position != nullptr) ++position;
        }
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

BENCHMARK(tokens)->Unit(benchmark::kMillisecond);
BENCHMARK(tokens_and_tags)->Unit(benchmark::kMillisecond);
BENCHMARK(tokens_tags_and_annotations)->Unit(benchmark::kMillisecond);
BENCHMARK(boundaries)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const char* path = argc > 1 ? argv[1] : std::getenv("IGN_BENCH_PGN");
    if (path == nullptr) {
        std::cerr << "pgn_bench: name a PGN file as the argument or in IGN_BENCH_PGN\n";
        return 2;
    }
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
    if (text.empty()) {
        std::cerr << "pgn_bench: cannot read " << path << '\n';
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
