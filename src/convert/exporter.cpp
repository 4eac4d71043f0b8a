#include "ign/convert/exporter.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ign/columnar/parquet_reader.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/row_cursor.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

// Rows that one worker writes at a time: some 700 KB of text from a dump, which stay in its cache
// until they are written out.
constexpr std::size_t rows_at_a_time = 256;
// Rows read at a time: enough for Arrow's work for each piece not to count, few enough for them to
// stay in cache and for their memory to be used again.
constexpr std::size_t rows_read_at_a_time = 8 * rows_at_a_time;
constexpr std::size_t tokens_per_thread = 4;

constexpr std::array fields = {
    Field::event,
    Field::site,
    Field::date,
    Field::round,
    Field::white,
    Field::black,
    Field::result,
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
    Field::ign,
    Field::spent_white,
    Field::spent_black,
    Field::clock_white,
    Field::clock_black,
    Field::clock_scale,
    Field::eval,
    Field::tournament,
    Field::black_number,
    Field::white_number,
    Field::black_score,
    Field::theoretical_score,
    Field::tags_key,
    Field::tags_value,
    Field::numbering,
    Field::layout,
    Field::rest,
    Field::raw,
};

// Some rows of a row group on their way to text.
struct Work {
    std::shared_ptr<const columnar::RowBatch> batch;
    std::optional<RowCursor> cursor;  // before the first of the rows
    std::size_t rows = 0;
    std::optional<NumberingScheme> numbering;
    std::string file;
    std::uint64_t first_row = 0;  // in the file, from 1
    columnar::Buffer<char> text;
    ExportReport report;

    // Keeps the memory for the text, which would be cleared by the system page by page.
    void reset() {
        columnar::Buffer<char> kept = std::move(text);
        *this = {};
        text = std::move(kept);
        text.recycle();
    }
};

// Such a batch holds huge games: it and its text may fill the memory, so that there is no room for
// others beside it, however long the sink takes.
bool is_large(const columnar::RowBatch& batch) {
    return std::ranges::any_of(fields, [&batch](Field field) {
        return batch[field].bytes.size() > columnar::Buffer<char>::most_kept;
    });
}

// Hands out the rows of all files, in order.
class RowSource {
  public:
    RowSource(std::span<const std::filesystem::path> inputs, tasks::WorkPool<Work>& works)
        : inputs_(inputs), works_(works) {}

    // Nothing at the end, and before and after a large batch: the text of all before is to be
    // written first.
    Work* next() {
        while (left_in_batch_ == 0) {
            if (std::exchange(batch_is_large_, false)) {
                batch_.reset();
                return nullptr;
            }
            is_over_ = !next_batch();
            if (is_over_ || batch_is_large_) return nullptr;
            if (!gameless_text_.empty()) return gameless_work();
        }
        Work* work = works_.take();
        work->batch = batch_;
        work->cursor = cursor_;
        work->rows = std::min(left_in_batch_, rows_at_a_time);
        work->numbering = numbering_;
        work->file = inputs_[next_input_ - 1].string();
        work->first_row = row_ + 1;
        cursor_->skip(work->rows);
        left_in_batch_ -= work->rows;
        row_ += work->rows;
        return work;
    }

    [[nodiscard]] bool is_over() const { return is_over_; }

  private:
    Work* gameless_work() {
        Work* work = works_.take();
        work->text.append(gameless_text_.data(), gameless_text_.size());
        gameless_text_.clear();
        return work;
    }

    // The next rows, or the text of a file without any.
    bool next_batch() {
        auto batch = batches_.take();
        while (!file_ || !file_->read_rows(*batch)) {
            if (file_ && group_ != file_->row_groups()) {
                open_group();
            } else if (next_input_ == inputs_.size()) {
                return false;
            } else {
                open(inputs_[next_input_++]);
                if (!gameless_text_.empty()) return true;
            }
        }
        batch_ = std::move(batch);
        cursor_.emplace(*batch_);
        left_in_batch_ = batch_->rows();
        batch_is_large_ = is_large(*batch_);
        return true;
    }

    void open_group() {
        std::vector<Field> wanted(fields.begin(), fields.end());
        // Without start positions it tells which games have the standard one.
        if (!file_->has(Field::fen)) wanted.push_back(Field::ign8);
        file_->open_row_group(group_++, wanted, rows_read_at_a_time);
    }

    void open(const std::filesystem::path& path) {
        file_.emplace(path);
        numbering_ = parse_numbering_scheme(file_->metadata("ign.numbering").value_or(""));
        group_ = 0;
        row_ = 0;
        // An input without games has its text in the metadata.
        if (file_->num_rows() == 0) {
            gameless_text_ = file_->metadata("ign.source.text").value_or("");
        }
    }

    std::span<const std::filesystem::path> inputs_;
    tasks::WorkPool<Work>& works_;
    std::size_t next_input_ = 0;
    std::string gameless_text_;  // of the file that has just been opened
    std::optional<columnar::FileReader> file_;
    std::optional<NumberingScheme> numbering_;  // nothing if the file does not say
    int group_ = 0;
    BatchPool batches_;
    std::shared_ptr<const columnar::RowBatch> batch_;
    std::optional<RowCursor> cursor_;
    std::size_t left_in_batch_ = 0;
    bool batch_is_large_ = false;
    bool is_over_ = false;
    std::uint64_t row_ = 0;
};

void write_rows(Work& work, GameWriter& writer) {
    for (std::size_t i = 0; i < work.rows; ++i) {
        work.cursor->next();
        ++work.report.games;
        switch (writer.write(*work.cursor, work.text)) {
            case Exactness::exact:
                break;
            case Exactness::approximate:
                ++work.report.approximate;
                break;
            case Exactness::impossible:
                if (work.report.impossible++ == 0) {
                    work.report.first_fault = work.file + ": row " +
                                              std::to_string(work.first_row + i) + ": " +
                                              writer.fault();
                }
                break;
        }
    }
    work.report.bytes = work.text.size();
    work.batch.reset();
}

void add(const ExportReport& part, ExportReport& all) {
    all.games += part.games;
    all.bytes += part.bytes;
    all.approximate += part.approximate;
    if (all.impossible == 0) all.first_fault = part.first_fault;
    all.impossible += part.impossible;
}

}  // namespace

std::span<const Field> export_fields() { return fields; }

ExportReport export_pgn(std::span<const std::filesystem::path> inputs, int threads,
                        const TextSink& write) {
    struct Writer {
        std::optional<NumberingScheme> numbering;
        std::optional<GameWriter> writer;
    };
    ExportReport report;
    tasks::WorkPool<Work> works;
    RowSource rows(inputs, works);
    tasks::PerThread<Writer> writers;
    auto to_text = [&](Work& work) {
        auto& [numbering, writer] = writers.local();
        if (!writer || numbering != work.numbering) {
            numbering = work.numbering;
            writer.emplace(numbering);
        }
        write_rows(work, *writer);
    };
    auto to_sink = [&](Work& work) {
        write({work.text.data(), work.text.size()});
        add(work.report, report);
        works.give_back(&work);
    };
    tasks::run_with_threads(threads, [&] {
        while (!rows.is_over()) {
            tasks::run_stages<Work>(
                static_cast<std::size_t>(threads) * tokens_per_thread, [&] { return rows.next(); },
                tasks::side_by_side(to_text), tasks::in_order(to_sink));
        }
    });
    return report;
}

}  // namespace ign::convert
