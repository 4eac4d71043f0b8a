// Text to games: tokens, replay, numbering, clocks and evaluations, with and without the rows that
// are made of them, on one thread. The file is named by IGN_BENCH_PGN or the first argument: plain
// PGN.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "ign/convert/game_reader.hpp"
#include "ign/convert/row_writer.hpp"

namespace {

using namespace ign;

constexpr std::size_t rows_of_a_batch = 200;  // about a piece of the pipeline

std::string text;

struct Work {
    std::int64_t games = 0;
    std::int64_t plies = 0;
    std::int64_t rejected = 0;
    std::int64_t bytes = 0;  // of text

    void add(const convert::GameRecord& game) {
        ++games;
        plies += static_cast<std::int64_t>(game.number.size());
        rejected += game.reason != convert::RejectReason::none;
        bytes += static_cast<std::int64_t>(game.text.size());
    }
};

template <class Use>
Work for_each_game(convert::GameReader& reader, Use use) {
    static convert::GameRecord game;
    Work work;
    const char* end = text.data() + text.size();
    for (const char* at = text.data(); at != end; at += game.text.size()) {
        if (reader.read(at, end, pgn::TextEnd::at_eof, game) != pgn::GameEnd::complete) break;
        work.add(game);
        use(game);
    }
    return work;
}

void report(benchmark::State& state, const Work& work) {
    using benchmark::Counter;
    auto runs = static_cast<double>(state.iterations());
    auto plies = static_cast<double>(work.plies);
    state.SetBytesProcessed(state.iterations() * work.bytes);
    state.counters["games/s"] = Counter(static_cast<double>(work.games) * runs, Counter::kIsRate);
    state.counters["per ply"] = Counter(plies * runs, Counter::kIsRate | Counter::kInvert);
    state.counters["rejected"] = static_cast<double>(work.rejected);
}

void games(benchmark::State& state, chess::Numbering numbering) {
    auto reader = convert::make_game_reader(numbering);
    Work work;
    for (auto _ : state) {
        work = for_each_game(*reader, [](const convert::GameRecord& game) {
            benchmark::DoNotOptimize(game.text.data());
        });
    }
    report(state, work);
}

void games_pseudo_legal(benchmark::State& state) { games(state, chess::Numbering::pseudo_legal); }
void games_legal(benchmark::State& state) { games(state, chess::Numbering::legal); }

void games_and_rows(benchmark::State& state) {
    auto reader = convert::make_game_reader(chess::Numbering::pseudo_legal);
    convert::RowWriter writer{convert::RowOptions()};
    columnar::RowBatch batch;
    Work work;
    for (auto _ : state) {
        work = for_each_game(*reader, [&](const convert::GameRecord& game) {
            writer.append(game, batch);
            if (batch.rows() == rows_of_a_batch) batch.clear();
        });
        batch.clear();
    }
    report(state, work);
}

// The rows alone, of games read before.
void rows(benchmark::State& state) {
    constexpr std::size_t most_games = 4000;
    auto reader = convert::make_game_reader(chess::Numbering::pseudo_legal);
    convert::RowWriter writer{convert::RowOptions()};
    std::vector<convert::GameRecord> games(most_games);
    Work work;
    const char* end = text.data() + text.size();
    const char* at = text.data();
    for (convert::GameRecord& game : games) {
        if (reader->read(at, end, pgn::TextEnd::at_eof, game) != pgn::GameEnd::complete) break;
        work.add(game);
        at += game.text.size();
    }
    games.resize(static_cast<std::size_t>(work.games));
    columnar::RowBatch batch;
    for (auto _ : state) {
        for (const convert::GameRecord& game : games) {
            writer.append(game, batch);
            if (batch.rows() == rows_of_a_batch) batch.clear();
        }
        batch.clear();
    }
    report(state, work);
}

BENCHMARK(games_pseudo_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(games_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(rows)->Unit(benchmark::kMillisecond);
BENCHMARK(games_and_rows)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const char* path = argc > 1 ? argv[1] : std::getenv("IGN_BENCH_PGN");
    if (path == nullptr) {
        std::cerr << "reader_bench: name a PGN file as the argument or in IGN_BENCH_PGN\n";
        return 2;
    }
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
    if (text.empty()) {
        std::cerr << "reader_bench: cannot read " << path << '\n';
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
