#include "ign/convert/pipeline.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/memory.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/verification.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"
#include "input_feed.hpp"
#include "part_encoder.hpp"
#include "part_stitcher.hpp"
#include "row_group_maker.hpp"

namespace ign::convert {
namespace {

// Pieces and row groups in flight for each thread. A row group takes as long as some hundred
// pieces, and those behind it must wait for their turn to be written, so the line is long; it is
// what bounds memory.
constexpr std::size_t tokens_per_thread = 16;

columnar::WriterOptions writer_options(const Options& options) {
    using columnar::Field;
    columnar::WriterOptions writer;
    writer.zstd_level = options.zstd_level;
    writer.numbering = to_text(NumberingScheme{options.numbering, options.resignation});
    writer.absent = absent_fields(options.clocks, options.movetext);
    if (options.inputs.size() < 2) writer.absent.push_back(Field::source);
    writer.metadata = source_metadata(options);
    return writer;
}

// What travels down the pipeline: a part of the text on its way to rows, then the row groups it has
// completed.
struct Work {
    InputPart part;
    EncodedPart encoded;
    MadeGroups groups;
    std::string checkpoint;  // of the groups
};

class Conversion {
  public:
    Conversion(const Options& options, Progress& progress)
        : options_(options),
          progress_(progress),
          writer_options_(writer_options(options)),
          output_(open_output(options, writer_options_)),
          row_group_encoder_(writer_options_),
          groups_(options, row_group_encoder_) {
        if (std::optional<Output::Resumed> resumed = output_->resumed()) resume(*resumed);
    }

    Report run() {
        tasks::run_with_threads(options_.threads, [this] {
            run_pipeline();
            append_last_rows();
        });
        output_->complete(metadata(), end_checkpoint());
        if (options_.verify == Verify::yes) {
            free_memory();
            verification_.verify(output_->files(), report_);
        }
        if (report_.difference) {
            output_->discard();
        } else {
            report_.output_bytes = output_->publish();
        }
        report_.leftovers = output_->leftovers();
        return std::move(report_);
    }

  private:
    // Goes on behind the rows that an earlier run has written.
    void resume(const Output::Resumed& resumed) {
        const Checkpoint& start = resumed.checkpoint;
        groups_.drop(resumed.rows - start.report.games);
        report_ = start.report;
        report_.resumed_games = resumed.rows;
        stitcher_->go_on(start);
        feed_.go_on(start);
    }

    // read and cut -> text to rows -> stitch -> rows to row groups -> write
    void run_pipeline() {
        tasks::run_stages<Work>(
            static_cast<std::size_t>(options_.threads) * tokens_per_thread,
            [this] { return take_part(); },
            tasks::side_by_side([this](Work& work) { encode_part(work); }),
            tasks::in_order([this](Work& work) {
                stitch(work);
                turn_ = work.part.number + 1;
            }),
            tasks::side_by_side([this](Work& work) { groups_.encode(work.groups); }),
            tasks::in_order([this](Work& work) {
                write(work.groups, work.checkpoint);
                works_.give_back(&work);
            }));
    }

    Work* take_part() {
        Work* work = works_.take();
        if (feed_.next(work->part)) return work;
        works_.give_back(work);
        return nullptr;
    }

    // When all that stands before a stretch is stitched, this thread goes on with that in the
    // middle of its own work, so that rows do not wait longer than they must.
    void encode_part(Work& work) {
        encoder_.encode(work.part, work.encoded, [&] {
            if (progress_.cancelled) throw Cancelled();
            if (turn_ == work.part.number) stitch(work);
            return !feed_.is_stopped();
        });
    }

    void stitch(Work& work) {
        if (stitcher_->limit_reached()) return;  // read ahead before the others knew
        std::vector<columnar::RowSlice> rows;
        stitcher_->add(work.part, work.encoded, rows);
        groups_.add(std::move(rows), work.groups);
        if (options_.resume) keep_checkpoint(work);
        if (stitcher_->limit_reached()) feed_.stop();
        progress_.games = report_.games;
        progress_.rejected = report_.rejected;
        progress_.text_bytes = report_.text_bytes;
    }

    // The groups go with the place reached before them: that reached now may lie behind their last
    // row, and the rows between would be lost.
    void keep_checkpoint(Work& work) {
        const bool has_groups = !work.groups.closed.empty() || !work.groups.encoded.empty();
        if (has_groups && work.checkpoint.empty()) work.checkpoint = stitcher_->checkpoint();
        if (!stitcher_->limit_reached()) stitcher_->reach();
    }

    void append_last_rows() {
        std::vector<columnar::RowSlice> rows;
        stitcher_->finish(rows);
        MadeGroups last;
        groups_.add(std::move(rows), last);
        groups_.encode(last);
        groups_.finish(last);
        write(last, options_.resume ? stitcher_->checkpoint() : "");
    }

    void write(MadeGroups& groups, const std::string& checkpoint) {
        for (columnar::EncodedRowGroup& group : groups.encoded) {
            output_->append(std::move(group), checkpoint);
        }
    }

    // What the pipeline has grown to is not needed while the texts are compared.
    void free_memory() {
        feed_.close();
        stitcher_.reset();
        encoder_.clear();
        works_.clear();
        batches_.clear();
        texts_.clear();
        columnar::release_unused_memory();
    }

    // Of all groups: there is nothing left to read.
    [[nodiscard]] std::string end_checkpoint() const {
        return save_checkpoint({options_.inputs.size(), 0, 0, {}, report_});
    }

    [[nodiscard]] Metadata metadata() const {
        if (report_.gameless_text.empty()) return {};
        return {{"ign.source.text", report_.gameless_text}};
    }

    const Options& options_;
    Progress& progress_;
    Report report_;
    columnar::WriterOptions writer_options_;
    Verification verification_{options_};
    std::unique_ptr<Output> output_;
    tasks::WorkPool<Work> works_;
    BatchPool batches_;
    TextPool texts_;

    InputFeed feed_{options_, verification_, texts_, progress_};
    PartEncoder encoder_{options_, batches_};

    // Of the stitching stage, or of who has its turn in it before.
    std::atomic<std::uint64_t> turn_{0};  // number of the part
    std::unique_ptr<PartStitcher> stitcher_ = std::make_unique<PartStitcher>(
        PartStitcher::Surroundings{options_, progress_, report_, feed_, batches_, texts_});

    columnar::RowGroupEncoder row_group_encoder_;
    RowGroupMaker groups_;
};

}  // namespace

Report convert(const Options& options, Progress& progress) {
    return Conversion(options, progress).run();
}

}  // namespace ign::convert
