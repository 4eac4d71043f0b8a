#include "ign/convert/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "frame_source.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/stitcher.hpp"
#include "ign/convert/verification.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/source.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"

namespace ign::convert {
namespace {

// Pieces and row groups in flight for each thread. A row group takes as long as some hundred
// pieces, and those behind it must wait for their turn to be written, so the line is long; it is
// what bounds memory.
constexpr std::size_t tokens_per_thread = 16;

// With so many, a row group is encoded while its rows come, which spares the memory of its rows.
// With more that would be what all wait for, and row groups are encoded side by side.
constexpr int few_threads = 5;

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

// What travels down the pipeline: a piece on its way to rows, then the row groups it has completed.
struct Work {
    std::size_t input = 0;
    Piece piece;
    std::optional<std::string> fault;  // the piece is empty; what came before is all there is
    io::RestartPoint restart;
    EncodedPiece encoded;
    std::vector<RowGroup> groups;
    std::vector<columnar::EncodedRowGroup> encoded_groups;
    std::string checkpoint;  // of the groups
};

// Such a row fills a good part of the memory. Its group is encoded before the next rows come, so
// that games of this size, one after another, take no more than one does.
bool ends_in_large_row(const RowGroup& group) {
    constexpr std::uint32_t large_bytes = 16 << 20;
    const columnar::RowSlice& last = group.back();
    return last.batch->row_bytes(last.first + last.count - 1) >= large_bytes;
}

class Conversion {
  public:
    Conversion(const Options& options, Progress& progress)
        : options_(options),
          progress_(progress),
          writer_options_(writer_options(options)),
          output_(open_output(options, writer_options_)),
          groups_(options.row_group_bytes, options.row_group_rows),
          row_group_encoder_(writer_options_),
          growing_(row_group_encoder_),
          grows_(options.threads <= few_threads) {
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
    void resume(Output::Resumed& resumed) {
        rows_to_drop_ = resumed.rows - resumed.checkpoint.report.games;
        start_ = std::move(resumed.checkpoint);
        trail_ = CheckpointTrail(start_);
        report_ = start_.report;
        report_.resumed_games = resumed.rows;
        next_input_ = start_.input;
        for (std::size_t i = 0; i < next_input_; ++i) {
            finished_input_bytes_ += std::filesystem::file_size(options_.inputs[i]);
        }
    }

    // read and cut -> text to rows -> stitch -> rows to row groups -> write
    void run_pipeline() {
        tasks::run_stages<Work>(
            static_cast<std::size_t>(options_.threads) * tokens_per_thread,
            [this] { return read_piece(); },
            tasks::side_by_side([this](Work& work) { encode_piece(work); }),
            tasks::in_order([this](Work& work) { stitch(work); }),
            tasks::side_by_side([this](Work& work) { encode_groups(work); }),
            tasks::in_order([this](Work& work) {
                write(work);
                works_.give_back(&work);
            }));
    }

    Work* read_piece() {
        while (!stop_.load(std::memory_order_relaxed)) {
            if (progress_.cancelled) throw Cancelled();
            if (!cutter_) {
                if (next_input_ == options_.inputs.size()) return nullptr;
                open_next_input();
            }
            Work* work = works_.take();
            work->input = next_input_ - 1;
            bool first = piece_count_++ == 0;
            if (next_piece(*work)) {
                if (first) refuse_wide_characters(work->piece.text, source_->name());
                work->restart = source_->restart_point();
                progress_.input_bytes = finished_input_bytes_ + source_->compressed_position();
                return work;
            }
            works_.give_back(work);
            finished_input_bytes_ += source_->compressed_position();
            cutter_.reset();
        }
        return nullptr;
    }

    // With --keep-going a fault of the input ends it like its end, but for the game that was cut.
    bool next_piece(Work& work) {
        if (options_.broken_input == BrokenInput::fail) return cutter_->next(work.piece);
        if (input_is_broken_) return input_is_broken_ = false;
        try {
            return cutter_->next(work.piece);
        } catch (const io::InputError& fault) {
            work.fault = fault.what();
            input_is_broken_ = true;
            return true;
        }
    }

    void open_next_input() {
        const std::filesystem::path& path = options_.inputs[next_input_];
        bool goes_on = next_input_++ == start_.input && start_.text_offset != 0;
        source_ = goes_on ? io::open_source(path, start_.restart, start_.text_offset)
                          : open_for_threads(path, options_.threads);
        if (options_.verify == Verify::yes) {
            source_ = verification_.watch(next_input_ - 1, std::move(source_));
        }
        // One thread is done with a piece before it reads the next.
        PieceText place = options_.threads == 1 ? PieceText::lent : PieceText::own;
        cutter_ = std::make_unique<PieceCutter>(*source_, texts_, options_.piece_bytes, place);
        piece_count_ = goes_on ? 1 : 0;
    }

    RowOptions row_options(std::size_t input) const {
        RowOptions rows{
            options_.clocks, options_.movetext, options_.numbering, {}, options_.resignation};
        if (options_.inputs.size() > 1) rows.source = options_.inputs[input].string();
        return rows;
    }

    PieceEncoder make_encoder(std::size_t input) const { return PieceEncoder(row_options(input)); }

    void encode_piece(Work& work) {
        if (work.fault) return;
        auto& [input, encoder] = encoders_.local();
        if (!encoder || input != work.input) {
            encoder = std::make_unique<PieceEncoder>(make_encoder(work.input));
            input = work.input;
        }
        work.encoded =
            encoder->encode(work.piece.text, work.piece.end, Piece::padding, batches_.take());
    }

    void stitch(Work& work) {
        if (!stitcher_) {
            stitcher_ = std::make_unique<Stitcher>([this] { return batches_.take(); },
                                                   options_.limit, report_, options_.on_reject);
        }
        if (stitcher_->limit_reached()) return;  // read ahead before the others knew
        std::vector<columnar::RowSlice> rows;
        if (stitched_input_ != work.input) {
            stitched_input_ = work.input;
            stitcher_->begin_input(options_.inputs[work.input].string(), make_encoder(work.input));
            std::uint64_t skipped = work.input == start_.input ? start_.text_offset : 0;
            if (skipped != 0) stitcher_->go_on(skipped, start_.input_games);
            trail_.begin_input(work.input, report_.text_bytes - skipped);
        }
        bool last = work.piece.end == pgn::TextEnd::at_eof || work.fault;
        if (!work.fault) {
            batches_.show_typical(work.encoded.rows);
            stitcher_->add(work.piece, std::exchange(work.encoded, {}), rows);
        }
        texts_.give_back(std::exchange(work.piece, {}).memory);
        if (last) end_input(work, rows);
        add_to_groups(std::move(rows), work.groups);
        if (grows_) {
            grow_group(work);
        } else if (std::ranges::any_of(work.groups, ends_in_large_row)) {
            encode_groups(work);
        }
        if (options_.resume) keep_checkpoint(work);
        if (stitcher_->limit_reached()) stop_ = true;
        progress_.games = report_.games;
        progress_.rejected = report_.rejected;
        progress_.text_bytes = report_.text_bytes;
    }

    void append_last_rows() {
        std::vector<columnar::RowSlice> rows;
        if (stitcher_) stitcher_->finish(rows);
        std::vector<RowGroup> groups;
        add_to_groups(std::move(rows), groups);
        groups.push_back(groups_.finish());
        std::string checkpoint = options_.resume ? save_checkpoint(trail_.last(report_)) : "";
        for (const RowGroup& group : groups) {
            if (group.empty() && growing_.rows() == 0) continue;
            output_->append(end_group(group), checkpoint);
        }
    }

    // What the pipeline has grown to is not needed while the texts are compared.
    void free_memory() {
        cutter_.reset();
        stitcher_.reset();
        encoders_.clear();
        works_.clear();
        batches_.clear();
        texts_.clear();
        columnar::release_unused_memory();
    }

    void end_input(const Work& work, std::vector<columnar::RowSlice>& rows) {
        if (!work.fault) return stitcher_->end_input();
        stitcher_->end_broken_input(rows);
        report_.broken_inputs.push_back(
            {options_.inputs[work.input].string(), *work.fault, stitcher_->text_taken()});
    }

    // Without those that an earlier run has written.
    void add_to_groups(std::vector<columnar::RowSlice> rows, std::vector<RowGroup>& closed) {
        for (columnar::RowSlice& slice : rows) {
            std::size_t dropped = std::min<std::uint64_t>(slice.count, rows_to_drop_);
            rows_to_drop_ -= dropped;
            slice.first += dropped;
            slice.count -= dropped;
            if (slice.count != 0) groups_.add(std::move(slice), closed);
        }
    }

    // The groups go with the place reached before them: that reached now may lie behind their last
    // row, and the rows between would be lost.
    void keep_checkpoint(Work& work) {
        if (!work.groups.empty() || !work.encoded_groups.empty())
            work.checkpoint = save_checkpoint(trail_.last(report_));
        if (stitcher_->limit_reached()) return;
        trail_.pass(work.restart);
        if (auto place = stitcher_->place()) {
            trail_.reach(place->text_offset, place->games, report_);
        }
    }

    // Of all groups: there is nothing left to read.
    [[nodiscard]] std::string end_checkpoint() const {
        return save_checkpoint({options_.inputs.size(), 0, 0, {}, report_});
    }

    void encode_groups(Work& work) {
        for (const RowGroup& group : work.groups) {
            work.encoded_groups.push_back(row_group_encoder_.encode(group));
        }
        work.groups.clear();
    }

    // The groups that are closed now, and what there is of the next.
    void grow_group(Work& work) {
        for (const RowGroup& group : work.groups) work.encoded_groups.push_back(end_group(group));
        work.groups.clear();
        growing_.add(groups_.take_open());
    }

    // With the last rows of the group.
    columnar::EncodedRowGroup end_group(const RowGroup& rows) {
        growing_.add(rows);
        columnar::EncodedRowGroup encoded = growing_.finish();
        growing_ = columnar::GrowingRowGroup(row_group_encoder_);
        return encoded;
    }

    void write(Work& work) {
        for (columnar::EncodedRowGroup& group : work.encoded_groups) {
            output_->append(std::move(group), work.checkpoint);
        }
    }

    [[nodiscard]] Metadata metadata() const {
        if (report_.gameless_text.empty()) return {};
        return {{"ign.source.text", report_.gameless_text}};
    }

    struct LocalEncoder {
        std::size_t input = 0;
        std::unique_ptr<PieceEncoder> encoder;
    };

    const Options& options_;
    Progress& progress_;
    Report report_;
    columnar::WriterOptions writer_options_;
    Verification verification_{options_};
    std::unique_ptr<Output> output_;
    Checkpoint start_;  // where this run begins
    tasks::WorkPool<Work> works_;
    BatchPool batches_;
    TextPool texts_;

    // Of the reading stage.
    std::size_t next_input_ = 0;
    std::unique_ptr<io::Source> source_;
    std::unique_ptr<PieceCutter> cutter_;
    std::uint64_t piece_count_ = 0;
    bool input_is_broken_ = false;
    std::uint64_t finished_input_bytes_ = 0;
    std::atomic<bool> stop_{false};

    tasks::PerThread<LocalEncoder> encoders_;

    // Of the stitching stage.
    std::unique_ptr<Stitcher> stitcher_;
    std::optional<std::size_t> stitched_input_;
    CheckpointTrail trail_;
    std::uint64_t rows_to_drop_ = 0;
    RowGroupBuilder groups_;

    columnar::RowGroupEncoder row_group_encoder_;
    columnar::GrowingRowGroup growing_;
    bool grows_;  // the open row group is encoded while its rows come
};

}  // namespace

Report convert(const Options& options, Progress& progress) {
    return Conversion(options, progress).run();
}

}  // namespace ign::convert
