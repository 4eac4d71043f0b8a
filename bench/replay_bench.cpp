// The replay kernel alone: the moves of a file's games are cut out beforehand, with all comments
// and tags gone, so that the figures are those of scanning, resolving, numbering and folding.
//
//     build/release/bench/bench_replay GAMES.pgn [--benchmark_filter=...]

#include <benchmark/benchmark.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "ign/chess/lane_replay.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/san_scan.hpp"
#include "ign/codec/fold.hpp"
#include "ign/codec/unfold.hpp"

namespace {

using namespace ign;

/// Standard games only. A token stands for each move; a game is a run of them.
struct Workload {
    std::string text;  // moves with a space behind each
    std::vector<chess::SanToken> tokens;
    std::vector<std::size_t> game_ends;  // indices into tokens
};
Workload workload;

/// Good enough for well-formed files: a game starts at a tag, comments have braces, no variations.
void add_line(const std::string& line, bool& in_comment, std::vector<std::string>& moves) {
    std::string word;
    for (char c : line + ' ') {
        if (in_comment || c == '{') {
            in_comment = c != '}';
        } else if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '!' && c != '?') {
            word += c;
        } else {
            bool is_move = !word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) != 0;
            if (is_move) moves.push_back(word);
            word.clear();
        }
    }
}

void add_game(std::vector<std::string>& moves, bool is_standard) {
    if (is_standard && !moves.empty()) {
        for (const std::string& move : moves) {
            chess::SanToken token;
            chess::scan_san(move.data(), move.data() + move.size(), token);
            workload.tokens.push_back(token);
            workload.text += move + ' ';
        }
        workload.game_ends.push_back(workload.tokens.size());
    }
    moves.clear();
}

void load(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::vector<std::string> moves;
    bool in_comment = false;
    bool is_standard = true;
    while (std::getline(file, line)) {
        if (!in_comment && line.starts_with('[')) {
            if (!moves.empty()) {
                add_game(moves, is_standard);
                is_standard = true;
            }
            is_standard = is_standard && !line.starts_with("[FEN") && !line.starts_with("[Variant");
        } else {
            add_line(line, in_comment, moves);
        }
    }
    add_game(moves, is_standard);
    workload.text.append(16, ' ');
}

struct Outcome {
    std::size_t plies = 0;
    std::size_t odd = 0;  // games with a move that is not legal or not spelled canonically
    std::size_t bytes = 0;
};

enum class Folding { no, yes };

template <class Replay, Folding folding>
IGN_INLINE Outcome replay_all(codec::Fold& fold) {
    Outcome outcome;
    const chess::Position standard = chess::Position::standard();
    Replay replay;
    std::size_t at = 0;
    for (std::size_t end : workload.game_ends) {
        std::span<const chess::SanToken> tokens(workload.tokens.data() + at, end - at);
        at = end;
        replay.start(standard);
        fold.clear();
        codec::Digit* digits = fold.reserve(tokens.size());
        if (!replay.play_all(tokens, digits)) {
            ++outcome.odd;
            continue;
        }
        outcome.plies += tokens.size();
        fold.commit(tokens.size());
        if constexpr (folding == Folding::yes) {
            outcome.bytes += fold.finish().size();
        } else {
            benchmark::DoNotOptimize(digits);
        }
    }
    return outcome;
}

template <chess::Numbering numbering, Folding folding>
IGN_TARGET_V3 Outcome replay_pext(codec::Fold& fold) {
    return replay_all<chess::Replay<chess::PextSliders, numbering>, folding>(fold);
}
template <chess::Numbering numbering, Folding folding>
IGN_TARGET_ANY Outcome replay_magic(codec::Fold& fold) {
    return replay_all<chess::Replay<chess::MagicSliders, numbering>, folding>(fold);
}

#if defined(__x86_64__)
template <Folding folding>
IGN_TARGET_V4 Outcome replay_lanes(codec::Fold& fold) {
    return replay_all<chess::LaneReplay, folding>(fold);
}
#endif

template <class Run>
void report(benchmark::State& state, Run run) {
    codec::Fold fold;
    Outcome outcome;
    for (auto _ : state) {
        outcome = run(fold);
        benchmark::DoNotOptimize(outcome.plies);
    }
    auto plies = static_cast<double>(outcome.plies) * static_cast<double>(state.iterations());
    state.counters["per ply"] =
        benchmark::Counter(plies, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["plies"] = static_cast<double>(outcome.plies);
    state.counters["odd"] = static_cast<double>(outcome.odd);
    state.counters["bytes"] = static_cast<double>(outcome.bytes);
}

void replay_pseudo_legal(benchmark::State& state) {
    report(state, replay_pext<chess::Numbering::pseudo_legal, Folding::no>);
}
void replay_legal(benchmark::State& state) {
    report(state, replay_pext<chess::Numbering::legal, Folding::no>);
}
void replay_and_fold(benchmark::State& state) {
    report(state, replay_pext<chess::Numbering::pseudo_legal, Folding::yes>);
}
void replay_and_fold_magic(benchmark::State& state) {
    report(state, replay_magic<chess::Numbering::pseudo_legal, Folding::yes>);
}
#if defined(__x86_64__)
void replay_and_fold_lanes(benchmark::State& state) {
    if (!chess::cpu_has_lanes()) return state.SkipWithError("this processor has no AVX-512");
    report(state, replay_lanes<Folding::yes>);
}
#endif

IGN_TARGET_V3 std::size_t scan_all() {
    const char* at = workload.text.data();
    const char* end = at + workload.text.size();
    std::size_t sum = 0;
    for (std::size_t i = 0; i < workload.tokens.size(); ++i) {
        const char* space = static_cast<const char*>(std::memchr(at, ' ', end - at));
        chess::SanToken token;
        sum += chess::scan_whole_san({at, space}, end, token);
        at = space + 1;
        sum += static_cast<std::size_t>(token.to) + token.form;
    }
    return sum;
}

void scan(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(scan_all());
    auto plies =
        static_cast<double>(workload.tokens.size()) * static_cast<double>(state.iterations());
    state.counters["per ply"] =
        benchmark::Counter(plies, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(scan)->Unit(benchmark::kMillisecond);
BENCHMARK(replay_pseudo_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(replay_legal)->Unit(benchmark::kMillisecond);
BENCHMARK(replay_and_fold)->Unit(benchmark::kMillisecond);
BENCHMARK(replay_and_fold_magic)->Unit(benchmark::kMillisecond);
#if defined(__x86_64__)
BENCHMARK(replay_and_fold_lanes)->Unit(benchmark::kMillisecond);
#endif

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const char* path = argc > 1 ? argv[1] : std::getenv("IGN_BENCH_PGN");
    if (path == nullptr) {
        std::cerr << "replay_bench: name a PGN file as the argument or in IGN_BENCH_PGN\n";
        return 2;
    }
    load(path);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
