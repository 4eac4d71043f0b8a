#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "command.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/convert/pipeline.hpp"
#include "ign/convert/stage_times.hpp"
#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/sink.hpp"
#include "text_format.hpp"
#include "workload.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Converts games that it makes up itself, always the same ones, and prints how fast every stage "
    "is. The\n"
    "last line is a hash of all integers in the order of the rows: it changes if and only if the "
    "numbers do.";

constexpr const char* examples =
    "  ign bench\n"
    "  ign bench --games 100000 --threads 8 --numbering legal\n"
    "  ign bench --games 1000 --write games.pgn.zst      the games themselves\n";

// What bench/signature.txt is for.
constexpr std::uint64_t default_games = 4000;
constexpr std::uint64_t most_games = 10'000'000;

// A folder that goes away with everything in it, also on Ctrl-C.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::error_code fault;
        std::filesystem::path parent = std::filesystem::temp_directory_path(fault);
        if (fault) throw io::output_error("TMPDIR", fault.value(), "use that folder");
        std::string name = (parent / "ign-bench.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw io::output_error(name, errno, "create that folder");
        }
        path_ = name;
        removals_.push_back(io::register_for_removal(path_));
    }
    ~TemporaryFolder() {
        for (auto place : removals_) {
            if (place) io::unregister_for_removal(*place);
        }
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path add(const char* name) {
        removals_.push_back(io::register_for_removal(path_ / name));
        return path_ / name;
    }

  private:
    std::filesystem::path path_;
    std::vector<std::optional<std::size_t>> removals_;
};

void write_workload(std::uint64_t games, const std::filesystem::path& path,
                    io::Overwrite overwrite) {
    constexpr std::size_t block = 1 << 20;
    io::AtomicFile file(path, overwrite);
    io::CompressingSink sink(file, io::compression_by_name(path));
    Workload workload;
    std::string text;
    auto flush = [&] {
        sink.write(std::as_bytes(std::span(text)));
        text.clear();
    };
    while (workload.games() < games) {
        workload.append_game(text);
        if (text.size() >= block) flush();
    }
    flush();
    sink.finish();
    file.commit();
}

// FNV-1a, 64 bits: Fowler, Noll and Vo.
class Fnv1a {
  public:
    void add(std::string_view bytes) {
        for (char byte : bytes) {
            hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
        }
    }
    // Four bytes, lowest first.
    void add(std::uint32_t value) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash_ = (hash_ ^ (value >> shift & 0xFF)) * 0x100000001B3;
        }
    }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xCBF29CE484222325;
};

// For each row the number's length and its bytes; for a row without a number 2^32 - 1.
void add_numbers(const columnar::RowBatch& rows, Fnv1a& signature) {
    const columnar::Leaf& numbers = rows[columnar::Field::ign];
    std::size_t value = 0;
    for (columnar::Level definition : numbers.definition.span()) {
        if (definition == 0) {
            signature.add(~std::uint32_t{0});
            continue;
        }
        std::string_view number = numbers.bytes_at(value++);
        signature.add(static_cast<std::uint32_t>(number.size()));
        signature.add(number);
    }
}

std::uint64_t signature_of(const std::filesystem::path& parquet) {
    constexpr std::array fields = {columnar::Field::ign};
    columnar::FileReader file(parquet);
    Fnv1a signature;
    for (int group = 0; group < file.row_groups(); ++group) {
        add_numbers(file.read_row_group(group, fields), signature);
    }
    return signature.hash();
}

// Of each stage the shortest time of some runs: all else is the machine's doing.
constexpr int runs = 3;

convert::StageTimes best_stage_times(const convert::Options& job) {
    convert::StageTimes best = convert::time_stages(job);
    for (int run = 1; run < runs; ++run) {
        convert::StageTimes times = convert::time_stages(job);
        for (std::size_t i = 0; i < convert::stage_count; ++i) {
            best.seconds[i] = std::min(best.seconds[i], times.seconds[i]);
        }
    }
    return best;
}

double best_conversion_time(const convert::Options& job) {
    double best = 0;
    for (int run = 0; run < runs; ++run) {
        convert::Progress progress;
        auto start = std::chrono::steady_clock::now();
        convert::convert(job, progress);
        std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        best = run == 0 ? elapsed.count() : std::min(best, elapsed.count());
    }
    return best;
}

void print_line(std::string_view name, double seconds, const convert::StageTimes& work) {
    auto per_second = [seconds](std::uint64_t count) {
        return static_cast<double>(count) / seconds;
    };
    std::cout << std::left << std::setw(44) << name << std::right << std::setw(12)
              << grouped(static_cast<std::uint64_t>(per_second(work.games))) << std::setw(10)
              << fixed(per_second(work.text_bytes) / 1e6, 1) << std::setw(10)
              << fixed(1e9 / per_second(work.plies), 1) << '\n';
}

void print_stages(const convert::StageTimes& times) {
    using convert::Stage;
    struct Line {
        Stage stage;
        std::string_view name;
    };
    constexpr std::array<Line, convert::stage_count> lines = {{
        {Stage::read, "zstd to text, cut into pieces"},
        {Stage::games, "text to games"},
        {Stage::tokens, "    of it tokens alone"},
        {Stage::replay, "    of it replay and numbering alone"},
        {Stage::rows, "games to rows of columns"},
        {Stage::fold, "    of it digits to integers"},
        {Stage::parquet, "columns to Parquet pages"},
    }};
    std::cout << std::left << std::setw(44) << "one thread" << std::right << std::setw(12)
              << "games/s" << std::setw(10) << "MB/s" << std::setw(10) << "ns/ply" << '\n';
    for (const Line& line : lines) print_line(line.name, times[line.stage], times);
}

convert::Options parse_job(const CommandLine& line) {
    convert::Options job;
    job.threads = parse_threads(line);
    job.numbering = parse_numbering(line.get<std::string>("numbering"));
    job.overwrite = io::Overwrite::yes;
    return job;
}

void bench(std::uint64_t games, convert::Options job) {
    TemporaryFolder folder;
    job.inputs = {folder.add("games.pgn.zst")};
    job.output = folder.add("games.parquet");
    write_workload(games, job.inputs[0], io::Overwrite::no);
    convert::StageTimes times = best_stage_times(job);
    double seconds = best_conversion_time(job);

    std::cout << grouped(times.games) << " games, " << grouped(times.plies) << " plies, "
              << grouped(times.text_bytes) << " bytes of PGN, "
              << grouped(std::filesystem::file_size(job.inputs[0])) << " as zstd, "
              << grouped(std::filesystem::file_size(job.output)) << " as Parquet\n\n";
    print_stages(times);
    print_line("whole conversion, threads: " + std::to_string(job.threads), seconds, times);
    std::cout << "\nSignature: " << signature_of(job.output) << '\n';
}

}  // namespace

ExitCode run_bench(std::span<const std::string> arguments) {
    CommandLine line("bench [OPTIONS]", about, examples);
    line.add()("games", number<std::uint64_t>()->default_value(default_games), "games to make")(
        "numbering", text("RULE")->default_value("pseudo-legal"),
        "which moves count: pseudo-legal or legal")(
        "write", text("FILE"), "only write the games as PGN (.pgn, .pgn.zst or .pgn.gz)")(
        "force,f", "replace an existing file");
    add_threads_option(line);
    if (!line.parse(arguments)) return ExitCode::done;
    auto games = line.get<std::uint64_t>("games");
    if (games < 1 || games > most_games) {
        throw UsageError("--games takes 1 to " + std::to_string(most_games));
    }
    convert::Options job = parse_job(line);
    if (auto path = line.find<std::string>("write")) {
        write_workload(games, *path, line.has("force") ? io::Overwrite::yes : io::Overwrite::no);
    } else {
        bench(games, job);
    }
    return ExitCode::done;
}

}  // namespace ign::app
