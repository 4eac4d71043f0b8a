// Row groups of Lichess-like rows on one thread: time and bytes a row, for all columns and for each
// alone. The rows are made up, so that times say more than sizes; those of real games are in
// src/columnar/encodings.cpp.

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"

namespace {

using namespace ign::columnar;

constexpr std::size_t batch_rows = 350;
constexpr std::size_t batch_count = 200;

using Random = std::mt19937;

std::string name(Random& random) {
    constexpr std::array<const char*, 8> stems = {"chess", "king",   "rook", "player",
                                                  "blitz", "knight", "mate", "alex"};
    return stems[random() % stems.size()] + std::to_string(random() % 100000);
}

std::string letters(std::size_t count, Random& random) {
    constexpr std::string_view alphabet =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    std::string text(count, '\0');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    return text;
}

void append_list(Leaf& leaf, std::size_t count, std::int32_t first, double mean, Random& random) {
    std::exponential_distribution<double> rest(1 / mean);
    for (std::size_t i = 0; i < count; ++i) {
        leaf.definition.push_back(3);
        leaf.repetition.push_back(i == 0 ? 0 : 1);
        leaf.ints.push_back(i == 0 ? first : static_cast<std::int32_t>(rest(random)));
    }
    if (count == 0) {
        leaf.definition.push_back(0);
        leaf.repetition.push_back(0);
    }
}

void append_texts(RowBatch& batch, Random& random) {
    constexpr std::array<const char*, 4> controls = {"60+0", "180+0", "300+3", "600+0"};
    std::size_t control = random() % 4;
    batch[Field::event].append_bytes(control == 0 ? "Rated Bullet game" : "Rated Blitz game");
    batch[Field::site].append_bytes(std::string("https://lichess.org/").append(letters(8, random)));
    batch[Field::date].append_bytes("2021.10.01");
    batch[Field::round].append_bytes("-");
    batch[Field::white].append_bytes(name(random));
    batch[Field::black].append_bytes(name(random));
    batch[Field::result].append_bytes(random() % 2 ? "1-0" : "0-1");
    for (Field field : {Field::white_title, Field::black_title}) {
        random() % 200 == 0 ? batch[field].append_bytes("FM") : batch[field].append_null();
    }
    std::string eco(1, static_cast<char>('A' + random() % 5));
    eco.append(std::to_string(10 + random() % 90));
    batch[Field::eco].append_bytes(eco);
    batch[Field::opening].append_bytes(std::string("Sicilian Defense: Variation of ").append(eco));
    batch[Field::termination].append_bytes(random() % 3 ? "Normal" : "Time forfeit");
    batch[Field::time_control].append_bytes(controls[control]);
}

void append_row(RowBatch& batch, std::int64_t second, Random& random) {
    append_texts(batch, random);
    std::normal_distribution<double> elo(1600, 350);
    for (Field field : {Field::white_elo, Field::black_elo}) {
        batch[field].append_int(static_cast<std::int32_t>(elo(random)));
    }
    for (Field field : {Field::white_rating_diff, Field::black_rating_diff}) {
        batch[field].append_int(static_cast<std::int32_t>(random() % 14) - 7);
    }
    batch[Field::utc_date].append_int(18901);
    batch[Field::utc_date_time].append_long((1633046400 + second) * 1000);
    std::size_t plies = 20 + random() % 100;
    std::string number(plies * 58 / 100, '\0');
    for (char& c : number) c = static_cast<char>(random());
    batch[Field::ign].append_bytes(number);
    batch[Field::ign8].append_long(static_cast<std::int64_t>(std::pow(random() % 20000, 2.4)));
    batch[Field::plies].append_int(static_cast<std::int32_t>(plies));
    append_list(batch[Field::spent_white], (plies + 1) / 2, 180, 3, random);
    append_list(batch[Field::spent_black], plies / 2, 180, 3, random);
    batch[Field::clock_scale].append_int(1);
    append_list(batch[Field::eval], random() % 10 == 0 ? plies : 0, 20, 150, random);
    for (Field field : {Field::tags_key, Field::tags_value}) {
        batch[field].definition.push_back(1);
        batch[field].repetition.push_back(0);
    }
    batch[Field::layout].append_bytes("ESDRWBrUTwbxyCOte");
    batch.end_row(900);
}

const std::vector<RowSlice>& rows() {
    static const std::vector<RowSlice> slices = [] {
        Random random(1);
        std::vector<RowSlice> made;
        for (std::size_t i = 0; i < batch_count; ++i) {
            auto batch = std::make_shared<RowBatch>();
            for (std::size_t row = 0; row < batch_rows; ++row) {
                append_row(*batch, static_cast<std::int64_t>((i * batch_rows + row) / 35), random);
            }
            made.push_back({batch, 0, batch_rows});
        }
        return made;
    }();
    return slices;
}

void encode(benchmark::State& state, const WriterOptions& options) {
    tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    RowGroupEncoder encoder(options);
    std::uint64_t bytes = 0;
    for (auto _ : state) bytes = encoder.encode(rows()).bytes();
    constexpr auto count = static_cast<double>(batch_rows * batch_count);
    state.counters["bytes_a_row"] = static_cast<double>(bytes) / count;
    state.counters["seconds_a_row"] = benchmark::Counter(
        count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void all_columns(benchmark::State& state) {
    WriterOptions options;
    options.numbering = "pseudo-legal";
    options.zstd_level = static_cast<int>(state.range(0));
    encode(state, options);
}
BENCHMARK(all_columns)->Arg(3)->Arg(19)->Unit(benchmark::kMillisecond);

void one_column(benchmark::State& state, Field kept) {
    WriterOptions options;
    options.absent.clear();
    for (std::size_t i = 0; i < field_count; ++i) {
        auto field = static_cast<Field>(i);
        if (info(field).name != info(kept).name) options.absent.push_back(field);
    }
    encode(state, options);
}

}  // namespace

int main(int count, char** arguments) {
    rows();  // made here, so that no benchmark's first round pays for them
    const WriterOptions defaults;
    for (std::size_t i = 0; i < field_count; ++i) {
        auto field = static_cast<Field>(i);
        const auto& absent = defaults.absent;
        bool is_written = std::find(absent.begin(), absent.end(), field) == absent.end();
        if (!is_written || field == Field::tags_value) continue;
        std::string title = "column/" + std::string(info(field).name);
        benchmark::RegisterBenchmark(title.c_str(), one_column, field)
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&count, arguments);
    benchmark::RunSpecifiedBenchmarks();
}
