#include "ign/search/searcher.hpp"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "group_matcher.hpp"
#include "ign/columnar/errors.hpp"
#include "ign/convert/work_pool.hpp"

namespace ign::search {
namespace {

using columnar::Field;
using columnar::FileReader;

constexpr std::size_t rows_at_a_time = 500;

// A row group on its way: to be searched, then to be written.
struct Work {
    std::shared_ptr<const FileReader> file;
    int group = 0;
    std::uint64_t first_row = 0;  // of the group in the file, from 1
    GroupMatch match;
    struct Text {
        std::string text;
        std::vector<std::size_t> ends;  // of its rows
    };
    std::vector<Text> texts;
    Report report;
};

// Hands out the row groups of all files, in order.
class GroupSource {
  public:
    GroupSource(std::span<const std::filesystem::path> inputs, const Query& query,
                const PrintOptions& print, convert::WorkPool<Work>& works)
        : inputs_(inputs), query_(query), print_(print), works_(works) {}

    Work* next() {
        while (!file_ || group_ == file_->row_groups()) {
            if (files_ == inputs_.size()) return nullptr;
            open(inputs_[files_++]);
        }
        Work* work = works_.take();
        work->file = file_;
        work->group = group_;
        work->first_row = row_;
        row_ += file_->row_group_rows(group_++);
        return work;
    }

    [[nodiscard]] std::uint64_t files() const { return files_; }

  private:
    void open(const std::filesystem::path& path) {
        auto file = std::make_shared<FileReader>(path);
        check_columns(*file, query_);
        if (print_.format == RowFormat::csv || print_.format == RowFormat::json) {
            for (Field field : print_.columns) {
                if (file->has(field)) continue;
                throw columnar::ParquetError(file->name() + ": there is no column " +
                                             std::string(columnar::info(field).name));
            }
        }
        file_ = std::move(file);
        group_ = 0;
        row_ = 1;
    }

    std::span<const std::filesystem::path> inputs_;
    const Query& query_;
    const PrintOptions& print_;
    convert::WorkPool<Work>& works_;
    std::size_t files_ = 0;
    std::shared_ptr<const FileReader> file_;
    int group_ = 0;
    std::uint64_t row_ = 1;
};

// The reader of one thread: the same file as the work's, but with a place in it of its own.
class LocalReader {
  public:
    FileReader& of(const std::shared_ptr<const FileReader>& file) {
        if (original_ != file) {
            reader_.emplace(file->clone());
            original_ = file;
        }
        return *reader_;
    }

  private:
    std::shared_ptr<const FileReader> original_;
    std::optional<FileReader> reader_;
};

class Worker {
  public:
    Worker(const Query& query, const PrintOptions& print, std::optional<std::uint64_t> limit)
        : print_(print),
          most_rows_(limit.value_or(std::numeric_limits<std::uint64_t>::max())),
          fields_(RowPrinter::fields(print)),
          matcher_(query),
          printers_([&print] { return RowPrinter(print); }) {}

    void search(Work& work) {
        FileReader& file = readers_.local().of(work.file);
        work.match = matcher_.match(file, work.group);
        auto& found = work.match.found;
        if (found.size() > most_rows_) found.resize(most_rows_);
        work.report.row_groups = 1;
        work.report.row_groups_read = work.match.was_read ? 1 : 0;
        work.report.rows = work.match.rows;
        work.report.found = found.size();
        work.report.impossible = work.match.no_games;
        if (work.match.no_games != 0) {
            set_fault(work, work.match.first_fault,
                      "the number is no game, or the FEN no position");
        }
        if (!found.empty() && print_.format != RowFormat::none) print_rows(file, work);
    }

  private:
    static void set_fault(Work& work, std::uint32_t row, const std::string& why) {
        work.report.first_fault =
            work.file->name() + ": row " + std::to_string(work.first_row + row) + ": " + why;
    }

    // The rows found, cut into runs, each with a cursor before the first of them.
    struct Run {
        std::span<const std::uint32_t> rows;
        convert::RowCursor cursor;
        std::uint32_t next_row;  // of the cursor
    };

    static std::vector<Run> make_runs(const columnar::RowBatch& batch,
                                      std::span<const std::uint32_t> rows) {
        std::vector<Run> runs;
        convert::RowCursor cursor(batch);
        std::uint32_t next_row = 0;
        for (std::size_t i = 0; i < rows.size(); i += rows_at_a_time) {
            for (; next_row < rows[i]; ++next_row) cursor.next();
            auto run = rows.subspan(i, std::min(rows_at_a_time, rows.size() - i));
            runs.push_back({run, cursor, next_row});
        }
        return runs;
    }

    void print_rows(FileReader& file, Work& work) {
        columnar::RowBatch batch = file.read_row_group(work.group, fields_);
        std::vector<Run> runs = make_runs(batch, work.match.found);
        std::vector<Report> reports(runs.size());
        std::vector<std::uint32_t> faults(runs.size());
        work.texts.resize(runs.size());
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(std::size_t{0}, runs.size(), [&](std::size_t i) {
                print_run(runs[i], work.texts[i], reports[i], faults[i]);
            });
        });
        for (std::size_t i = 0; i < runs.size(); ++i) {
            work.report.approximate += reports[i].approximate;
            if (work.report.impossible == 0 && reports[i].impossible != 0) {
                set_fault(work, faults[i], reports[i].first_fault);
            }
            work.report.impossible += reports[i].impossible;
        }
    }

    void print_run(Run& run, Work::Text& out, Report& report, std::uint32_t& fault) {
        RowPrinter& printer = printers_.local();
        for (std::uint32_t row : run.rows) {
            for (; run.next_row <= row; ++run.next_row) run.cursor.next();
            switch (printer.print(run.cursor, out.text)) {
                case convert::Exactness::exact:
                    break;
                case convert::Exactness::approximate:
                    ++report.approximate;
                    break;
                case convert::Exactness::impossible:
                    if (report.impossible++ == 0) {
                        report.first_fault = printer.fault();
                        fault = row;
                    }
                    break;
            }
            out.ends.push_back(out.text.size());
        }
    }

    const PrintOptions& print_;
    std::uint64_t most_rows_;
    std::vector<Field> fields_;
    GroupMatcher matcher_;
    tbb::enumerable_thread_specific<LocalReader> readers_;
    tbb::enumerable_thread_specific<RowPrinter> printers_;
};

void add(const Report& part, Report& all) {
    all.row_groups += part.row_groups;
    all.row_groups_read += part.row_groups_read;
    all.rows += part.rows;
    all.approximate += part.approximate;
    if (all.impossible == 0) all.first_fault = part.first_fault;
    all.impossible += part.impossible;
}

// Writes no more than so many rows.
void write_rows(const Work& work, std::uint64_t most, const convert::TextSink& write) {
    for (const Work::Text& part : work.texts) {
        std::uint64_t rows = std::min<std::uint64_t>(most, part.ends.size());
        if (rows == 0) return;
        write(std::string_view(part.text).substr(0, part.ends[rows - 1]));
        most -= rows;
    }
}

}  // namespace

Report search(std::span<const std::filesystem::path> inputs, const Query& query,
              const PrintOptions& print, std::optional<std::uint64_t> limit, int threads,
              const convert::TextSink& write) {
    Report report;
    convert::WorkPool<Work> works;
    GroupSource groups(inputs, query, print, works);
    Worker worker(query, print, limit);
    std::uint64_t left = limit.value_or(std::numeric_limits<std::uint64_t>::max());
    std::atomic<bool> is_done = left == 0;
    std::string header = RowPrinter::header(print);
    if (!header.empty()) write(header);
    auto take = [&](tbb::flow_control& flow) {
        Work* work = is_done ? nullptr : groups.next();
        if (work == nullptr) flow.stop();
        return work;
    };
    auto run = [&](Work* work) {
        worker.search(*work);
        return work;
    };
    auto give = [&](Work* work) {
        if (left != 0) {
            add(work->report, report);
            write_rows(*work, left, write);
            std::uint64_t rows = std::min(left, work->report.found);
            report.found += rows;
            left -= rows;
            is_done = left == 0;
        }
        works.give_back(work);
    };
    tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
        using tbb::filter_mode;
        tbb::parallel_pipeline(
            static_cast<std::size_t>(threads),
            tbb::make_filter<void, Work*>(filter_mode::serial_in_order, take) &
                tbb::make_filter<Work*, Work*>(filter_mode::parallel, run) &
                tbb::make_filter<Work*, void>(filter_mode::serial_in_order, give));
    });
    report.files = groups.files();
    return report;
}

}  // namespace ign::search
