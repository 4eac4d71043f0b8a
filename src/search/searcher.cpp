#include "ign/search/searcher.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "group_matcher.hpp"
#include "ign/columnar/errors.hpp"
#include "ign/convert/wthor_conversion.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/for_each.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"

namespace ign::search {
namespace {

using columnar::Field;
using columnar::FileReader;

// Rows that one worker prints at a time: of PGN from a dump some 1.5 MB.
constexpr std::size_t rows_at_a_time = 500;
constexpr std::size_t runs_per_thread = 4;
// Row groups that are searched before what is found in them is printed; what is kept of each is a
// number for every row found.
constexpr std::size_t groups_per_thread = 4;

// A row group, and what has been found in it.
struct Group {
    std::shared_ptr<const FileReader> file;
    int index = 0;
    std::uint64_t first_row = 0;  // of the group in the file, from 1
    GroupMatch match;

    [[nodiscard]] std::string fault(std::uint32_t row, const std::string& why) const {
        return file->name() + ": row " + std::to_string(first_row + row) + ": " + why;
    }
};

// Hands out the row groups of all files, in order.
class GroupSource {
  public:
    GroupSource(std::span<const std::filesystem::path> inputs, const Query& query,
                const PrintOptions& print)
        : inputs_(inputs), query_(query), print_(print) {}

    std::optional<Group> next() {
        while (!file_ || group_ == file_->row_groups()) {
            if (files_ == inputs_.size()) return std::nullopt;
            open(inputs_[files_++]);
        }
        Group group{file_, group_, row_, {}};
        row_ += file_->row_group_rows(group_++);
        return group;
    }

    [[nodiscard]] std::uint64_t files() const { return files_; }

  private:
    void open(const std::filesystem::path& path) {
        auto file = std::make_shared<FileReader>(path);
        if (convert::holds_othello(*file)) refuse_chess(*file);
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

    // Of games of Othello, what is asked about chess, and PGN.
    void refuse_chess(const FileReader& file) const {
        if (query_.line || query_.position || query_.material) {
            throw columnar::ParquetError(file.name() +
                                         ": its games are of Othello, but lines, positions and "
                                         "material are of chess; --where asks for columns");
        }
        if (print_.format == RowFormat::pgn) {
            throw columnar::ParquetError(file.name() +
                                         ": its games are of Othello and have no PGN; print them "
                                         "with --columns, --json or --count");
        }
    }

    std::span<const std::filesystem::path> inputs_;
    const Query& query_;
    const PrintOptions& print_;
    std::size_t files_ = 0;
    std::shared_ptr<const FileReader> file_;
    int group_ = 0;
    std::uint64_t row_ = 1;
};

// The reader of one thread: the same file as the group's, but with a place in it of its own.
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

// Some of the rows found, on their way to text.
struct Run {
    std::span<const std::uint32_t> rows;
    std::optional<convert::RowCursor> cursor;
    std::uint32_t next_row = 0;  // of the cursor
    std::string text;
    std::uint64_t approximate = 0;
    std::uint64_t impossible = 0;
    std::uint32_t first_fault = 0;
    std::string why;
};

// Prints the rows found in a row group: in parallel, and written in order.
class GroupPrinter {
  public:
    GroupPrinter(const PrintOptions& print, int threads, const convert::TextSink& write)
        : fields_(RowPrinter::fields(print)),
          most_runs_(static_cast<std::size_t>(threads) * runs_per_thread),
          write_(write),
          printers_([&print] { return RowPrinter(print); }) {}

    void print(FileReader& file, const Group& group, Report& report) {
        columnar::RowBatch batch = file.read_row_group(group.index, fields_);
        convert::RowCursor cursor(batch);
        std::uint32_t next_row = 0;
        std::span<const std::uint32_t> rest = group.match.found;
        auto cut = [&]() -> Run* {
            if (rest.empty()) return nullptr;
            for (; next_row < rest.front(); ++next_row) cursor.next();
            Run* run = runs_.take();
            run->rows = rest.first(std::min(rows_at_a_time, rest.size()));
            run->cursor = cursor;
            run->next_row = next_row;
            rest = rest.subspan(run->rows.size());
            return run;
        };
        tasks::run_stages<Run>(most_runs_, cut, tasks::side_by_side([&](Run& run) {
                                   print_run(run, printers_.local());
                               }),
                               tasks::in_order([&](Run& run) {
                                   write_(run.text);
                                   add(run, group, report);
                                   runs_.give_back(&run);
                               }));
    }

  private:
    static void print_run(Run& run, RowPrinter& printer) {
        for (std::uint32_t row : run.rows) {
            for (; run.next_row <= row; ++run.next_row) run.cursor->next();
            switch (printer.print(*run.cursor, run.text)) {
                case convert::Exactness::exact:
                    break;
                case convert::Exactness::approximate:
                    ++run.approximate;
                    break;
                case convert::Exactness::impossible:
                    if (run.impossible++ == 0) {
                        run.first_fault = row;
                        run.why = printer.fault();
                    }
                    break;
            }
        }
    }

    static void add(const Run& run, const Group& group, Report& report) {
        report.approximate += run.approximate;
        if (report.impossible == 0 && run.impossible != 0) {
            report.first_fault = group.fault(run.first_fault, run.why);
        }
        report.impossible += run.impossible;
    }

    std::vector<Field> fields_;
    std::size_t most_runs_;
    const convert::TextSink& write_;
    tasks::WorkPool<Run> runs_;
    tasks::PerThread<RowPrinter> printers_;
};

void add(const Group& group, Report& report) {
    const GroupMatch& match = group.match;
    ++report.row_groups;
    report.row_groups_read += match.was_read ? 1 : 0;
    report.rows += match.rows;
    report.found += match.found.size();
    if (report.impossible == 0 && match.no_games != 0) {
        report.first_fault =
            group.fault(match.first_fault, "the number is no game, or the FEN no position");
    }
    report.impossible += match.no_games;
}

}  // namespace

Report search(std::span<const std::filesystem::path> inputs, const Query& query,
              const PrintOptions& print, std::optional<std::uint64_t> limit, int threads,
              const convert::TextSink& write) {
    Report report;
    GroupSource source(inputs, query, print);
    GroupMatcher matcher(query);
    GroupPrinter printer(print, threads, write);
    tasks::PerThread<LocalReader> readers;
    std::uint64_t most = limit.value_or(std::numeric_limits<std::uint64_t>::max());
    std::string header = RowPrinter::header(print);
    if (!header.empty()) write(header);
    std::vector<Group> groups;
    auto search_some = [&] {
        groups.clear();
        while (groups.size() < static_cast<std::size_t>(threads) * groups_per_thread) {
            auto group = source.next();
            if (!group) break;
            groups.push_back(std::move(*group));
        }
        tasks::for_each_index(groups.size(), [&](std::size_t i) {
            groups[i].match = matcher.match(readers.local().of(groups[i].file), groups[i].index);
        });
        for (Group& group : groups) {
            auto& found = group.match.found;
            if (found.size() > most - report.found) found.resize(most - report.found);
            add(group, report);
            if (print.format == RowFormat::none || found.empty()) continue;
            printer.print(readers.local().of(group.file), group, report);
        }
    };
    tasks::run_with_threads(threads, [&] {
        do {
            search_some();
        } while (!groups.empty() && report.found < most);
    });
    report.files = source.files();
    return report;
}

}  // namespace ign::search
