#include "ign/convert/wthor_conversion.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "ign/base/ascii.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/row_groups.hpp"
#include "ign/convert/verification.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/source.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/wthor/format.hpp"
#include "wthor_rows.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

constexpr std::size_t rows_of_a_batch = 4096;
constexpr std::size_t most_name_file_bytes = 16 << 20;  // 65,536 names take 1.7 MB

// The files of names for one folder and stem; empty where there are none.
struct Names {
    std::string players;
    std::string tournaments;
};

// The file NAME.ENDING in the folder, in any case of letters; for NAME the stem itself or `wthor`.
std::filesystem::path find_beside(const std::filesystem::path& input, const std::string& ending) {
    std::string own = lower(input.stem().string()) + ending;
    std::string common = "wthor" + ending;
    std::filesystem::path found;
    std::filesystem::path folder = input.parent_path();
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored)) {
        std::string name = lower(entry.path().filename().string());
        if (name == own) return entry.path();
        if (name == common) found = entry.path();
    }
    return found;
}

std::string read_all(const std::filesystem::path& path) {
    if (path.empty()) return {};
    auto source = io::open_source(path);
    std::string bytes(most_name_file_bytes, '\0');
    bytes.resize(source->read({bytes.data(), bytes.size()}));
    return bytes;
}

columnar::WriterOptions writer_options(const Options& options) {
    columnar::WriterOptions writer;
    writer.zstd_level = options.zstd_level;
    writer.numbering = othello_numbering;
    writer.absent = {Field::site,
                     Field::date,
                     Field::round,
                     Field::white_title,
                     Field::black_title,
                     Field::white_elo,
                     Field::black_elo,
                     Field::white_rating_diff,
                     Field::black_rating_diff,
                     Field::utc_date,
                     Field::utc_date_time,
                     Field::eco,
                     Field::opening,
                     Field::termination,
                     Field::time_control,
                     Field::variant,
                     Field::fen,
                     Field::spent_white,
                     Field::spent_black,
                     Field::clock_white,
                     Field::clock_black,
                     Field::clock_scale,
                     Field::eval,
                     Field::tags_key};
    if (options.movetext == Movetext::leave_out) writer.absent.push_back(Field::movetext);
    if (options.inputs.size() < 2) writer.absent.push_back(Field::source);
    writer.metadata = source_metadata(options);
    return writer;
}

// A game that waits until it is known what follows it.
struct HeldGame {
    std::string before;
    std::string record;
    std::string after;
    std::uint16_t year = 0;
    std::size_t input = 0;
    std::uint64_t game = 0;    // in the input, from 1
    std::uint64_t offset = 0;  // in the input
    const Names* names = nullptr;
};

class WthorConversion {
  public:
    WthorConversion(const Options& options, Progress& progress)
        : options_(options),
          progress_(progress),
          writer_options_(writer_options(options)),
          groups_(options.row_group_bytes, options.row_group_rows),
          encoder_(writer_options_),
          output_(open_output(options, writer_options_)) {}

    Report run() {
        tasks::run_with_threads(options_.threads, [this] {
            for (std::size_t i = 0; i < options_.inputs.size() && !limit_reached(); ++i) {
                read_input(i);
            }
            // What follows the last game of all has no other owner.
            if (held_) held_->after += std::exchange(loose_, {});
            release_held();
            flush_batch();
            RowGroup last = groups_.finish();
            if (!last.empty()) output_->append(encoder_.encode(last), {});
        });
        Metadata metadata;
        if (!loose_.empty()) metadata.emplace_back("ign.source.text", loose_);
        output_->complete(metadata, {});
        if (options_.verify == Verify::yes) verification_.verify(output_->files(), report_);
        if (report_.difference) {
            output_->discard();
        } else {
            report_.output_bytes = output_->publish();
        }
        return std::move(report_);
    }

  private:
    [[nodiscard]] bool limit_reached() const {
        return options_.limit && report_.games + (held_ ? 1 : 0) >= *options_.limit;
    }

    void read_input(std::size_t input) {
        std::uint64_t games_before = games_seen_;
        std::uint64_t bytes_before = report_.text_bytes;
        try {
            read_games(input);
        } catch (const io::InputError& fault) {
            if (options_.broken_input == BrokenInput::fail) throw;
            report_.broken_inputs.push_back(
                {options_.inputs[input].string(), fault.what(), report_.text_bytes - bytes_before});
        }
        if (games_seen_ == games_before) {
            report_.empty_inputs.push_back(options_.inputs[input].string());
        }
    }

    void read_games(std::size_t input) {
        auto source = io::open_source(options_.inputs[input]);
        if (options_.verify == Verify::yes) source = verification_.watch(input, std::move(source));
        std::string bytes = read_bytes(*source, wthor::header_bytes);
        if (!wthor::looks_like_header(bytes)) {
            throw io::InputError(source->name(),
                                 "this is no WTHOR file of Othello games: it does not begin with "
                                 "a date; for chess leave out --game othello");
        }
        wthor::Header header = wthor::read_header(bytes);
        std::string unsupported = wthor::describe_unsupported(header);
        if (!unsupported.empty()) throw io::InputError(source->name(), unsupported);
        const Names& names = names_beside(options_.inputs[input]);
        loose_ += bytes;
        std::uint64_t offset = wthor::header_bytes;
        std::uint64_t games = 0;
        for (;; ++games) {
            if (progress_.cancelled) throw Cancelled();
            if (limit_reached()) return;
            bytes = read_bytes(*source, wthor::record_bytes);
            progress_.input_bytes = finished_input_bytes_ + source->compressed_position();
            if (bytes.size() < wthor::record_bytes) break;
            release_held();
            held_ = HeldGame{std::exchange(loose_, {}),
                             bytes,
                             {},
                             header.year,
                             input,
                             games + 1,
                             offset,
                             &names};
            offset += bytes.size();
            ++games_seen_;
        }
        finished_input_bytes_ += source->compressed_position();
        // Bytes that are no game belong to the game before them, or else to the next one.
        (games != 0 ? held_->after : loose_) += bytes;
        check_count(source->name(), header.records, games, bytes.size());
    }

    std::string read_bytes(io::Source& source, std::size_t size) {
        std::string bytes(size, '\0');
        bytes.resize(source.read({bytes.data(), bytes.size()}));
        report_.text_bytes += bytes.size();
        return bytes;
    }

    void check_count(const std::string& name, std::uint64_t expected, std::uint64_t games,
                     std::size_t left_over) {
        std::string counted = "the header says " + std::to_string(expected) + " games, there are " +
                              std::to_string(games) + " and " + std::to_string(left_over) +
                              " bytes more";
        if (games < expected) {
            throw io::InputError(name, wthor::header_bytes + games * wthor::record_bytes,
                                 "truncated WTHOR file",
                                 counted + "; --keep-going keeps the games that are there");
        }
        if (games > expected || left_over != 0) report_.warnings.push_back(name + ": " + counted);
    }

    const Names& names_beside(const std::filesystem::path& input) {
        std::filesystem::path players = find_beside(input, ".jou");
        std::filesystem::path tournaments = find_beside(input, ".trn");
        auto [names, is_new] = names_.try_emplace({players, tournaments});
        if (is_new) names->second = {read_all(players), read_all(tournaments)};
        return names->second;
    }

    void release_held() {
        if (!held_) return;
        append(*std::exchange(held_, std::nullopt));
    }

    void append(const HeldGame& game) {
        if (!batch_) batch_ = std::make_shared<columnar::RowBatch>();
        wthor::Record record = wthor::read_record(game.record);
        WthorRow row;
        row.before = game.before;
        row.record = game.record;
        row.after = game.after;
        row.year = game.year;
        row.tournament =
            wthor::find_name(game.names->tournaments, wthor::tournament_bytes, record.tournament);
        row.black = wthor::find_name(game.names->players, wthor::player_bytes, record.black);
        row.white = wthor::find_name(game.names->players, wthor::player_bytes, record.white);
        std::string source = options_.inputs[game.input].string();
        if (options_.inputs.size() > 1) row.source = source;
        Reject reject = rows_.append(row, *batch_);
        ++report_.games;
        if (reject.reason != RejectReason::none) {
            reject.game = game.game;
            reject.offset = game.offset;
            report_.count_reject(source, reject);
            if (options_.on_reject) options_.on_reject(source, reject);
        }
        progress_.games = report_.games;
        progress_.rejected = report_.rejected;
        progress_.text_bytes = report_.text_bytes;
        if (batch_->rows() == rows_of_a_batch) flush_batch();
    }

    void flush_batch() {
        if (!batch_) return;
        std::size_t rows = batch_->rows();
        std::vector<RowGroup> closed;
        groups_.add({std::exchange(batch_, nullptr), 0, rows}, closed);
        for (const RowGroup& group : closed) output_->append(encoder_.encode(group), {});
    }

    const Options& options_;
    Progress& progress_;
    Report report_;
    columnar::WriterOptions writer_options_;
    RowGroupBuilder groups_;
    columnar::RowGroupEncoder encoder_;
    std::unique_ptr<Output> output_;
    Verification verification_{options_};
    WthorRowWriter rows_;
    std::shared_ptr<columnar::RowBatch> batch_;
    std::map<std::pair<std::filesystem::path, std::filesystem::path>, Names> names_;
    std::optional<HeldGame> held_;
    std::string loose_;  // bytes without an owner so far
    std::uint64_t games_seen_ = 0;
    std::uint64_t finished_input_bytes_ = 0;
};

}  // namespace

bool is_wthor_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    try {
        auto source = io::open_source(path);
        char bytes[wthor::header_bytes];
        std::size_t got = source->read(bytes);
        return wthor::looks_like_header({bytes, got});
    } catch (const io::InputError&) {
        return false;  // whoever converts it says what is wrong
    }
}

bool holds_othello(const columnar::FileReader& file) {
    if (auto numbering = file.metadata("ign.numbering")) return *numbering == othello_numbering;
    if (!file.has(Field::numbering) || file.row_groups() == 0) return false;
    return file.bounds(0, Field::numbering).least_text == othello_numbering;
}

Report convert_wthor(const Options& options, Progress& progress) {
    return WthorConversion(options, progress).run();
}

}  // namespace ign::convert
