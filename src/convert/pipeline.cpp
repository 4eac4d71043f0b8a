#include "ign/convert/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "frame_encoder.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/checkpoint.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/stitcher.hpp"
#include "ign/convert/verification.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/zstd_frames.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"
#include "input_feed.hpp"

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

// What travels down the pipeline: a part of the text on its way to rows, then the row groups it has
// completed.
struct Work {
    InputPart part;
    EncodedPiece encoded;  // of a piece
    EncodedStretch encoded_stretch;
    std::optional<std::uint64_t> stretch_begin;  // in the input's text, once it is known
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
        feed_.go_on(start_);
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
            tasks::side_by_side([this](Work& work) { encode_groups(work); }),
            tasks::in_order([this](Work& work) {
                write(work);
                works_.give_back(&work);
            }));
    }

    Work* take_part() {
        Work* work = works_.take();
        if (feed_.next(work->part)) return work;
        works_.give_back(work);
        return nullptr;
    }

    RowOptions row_options(std::size_t input) const {
        RowOptions rows{
            options_.clocks, options_.movetext, options_.numbering, {}, options_.resignation};
        if (options_.inputs.size() > 1) rows.source = options_.inputs[input].string();
        return rows;
    }

    PieceEncoder make_encoder(std::size_t input) const { return PieceEncoder(row_options(input)); }

    void encode_part(Work& work) {
        const InputPart& part = work.part;
        if (part.fault) return;
        LocalEncoder& local = encoders_.local();
        if (!local.encoder || local.input != part.input) {
            local.encoder = std::make_unique<PieceEncoder>(make_encoder(part.input));
            local.frames.reset();
            local.input = part.input;
        }
        if (!part.stretch) {
            work.encoded = local.encoder->encode(part.piece.text, part.piece.end, Piece::padding,
                                                 batches_.take());
            return;
        }
        if (!local.frames) {
            local.frames =
                std::make_unique<FrameEncoder>(options_.inputs[part.input], options_.piece_bytes);
        }
        encode_stretch(work, *local.frames, *local.encoder);
    }

    // When all that stands before the stretch is stitched, this thread goes on with that in the
    // middle of its own work, so that rows do not wait longer than they must.
    void encode_stretch(Work& work, FrameEncoder& frames, PieceEncoder& encoder) {
        EncodedStretch& stretch = work.encoded_stretch;
        frames.begin(*work.part.stretch, stretch);
        while (stretch.state == EncodedStretch::State::begun && !feed_.is_stopped()) {
            if (progress_.cancelled) throw Cancelled();
            if (turn_ == work.part.number) stitch(work);
            if (stretch.state != EncodedStretch::State::begun) break;
            frames.go_on(*work.part.stretch, encoder, batches_, stretch);
        }
        frames.end(*work.part.stretch);
    }

    void stitch(Work& work) {
        if (!stitcher_) {
            stitcher_ = std::make_unique<Stitcher>([this] { return batches_.take(); },
                                                   options_.limit, report_, options_.on_reject);
        }
        if (stitcher_->limit_reached()) return;  // read ahead before the others knew
        if (work.part.input == input_given_up_) return;
        if (stitched_input_ != work.part.input) begin_input(work.part.input);
        std::vector<columnar::RowSlice> rows;
        if (work.part.stretch) {
            stitch_stretch(work, rows);
        } else {
            stitch_piece(work, rows);
        }
        add_to_groups(std::move(rows), work.groups);
        if (grows_) {
            grow_group(work);
        } else if (std::ranges::any_of(work.groups, ends_in_large_row)) {
            encode_groups(work);
        }
        if (options_.resume) keep_checkpoint(work);
        if (stitcher_->limit_reached()) feed_.stop();
        progress_.games = report_.games;
        progress_.rejected = report_.rejected;
        progress_.text_bytes = report_.text_bytes;
    }

    void begin_input(std::size_t input) {
        stitched_input_ = input;
        stitcher_->begin_input(options_.inputs[input].string(), make_encoder(input));
        std::uint64_t skipped = input == start_.input ? start_.text_offset : 0;
        if (skipped != 0) stitcher_->go_on(skipped, start_.input_games);
        trail_.begin_input(input, report_.text_bytes - skipped);
    }

    void stitch_piece(Work& work, std::vector<columnar::RowSlice>& rows) {
        InputPart& part = work.part;
        bool is_last = part.piece.end == pgn::TextEnd::at_eof;
        if (part.fault && options_.broken_input == BrokenInput::fail) throw *part.fault;
        if (!part.fault) {
            batches_.show_typical(work.encoded.rows);
            stitcher_->add(part.piece, std::exchange(work.encoded, {}), rows);
        }
        texts_.give_back(std::exchange(part.piece, {}).memory);
        if (options_.resume && part.restart) trail_.pass(*part.restart);
        if (is_last || part.fault) end_input(part, rows);
    }

    // As far as it was read. Its games are right if the one begun before it ends where they begin.
    void stitch_stretch(Work& work, std::vector<columnar::RowSlice>& rows) {
        using State = EncodedStretch::State;
        EncodedStretch& encoded = work.encoded_stretch;
        const bool goes_on = encoded.state == State::begun;
        if (!work.stretch_begin) begin_stretch(work, rows);
        if (stitcher_->is_pending() && encoded.state != State::left) {
            encoded.leave(*work.part.stretch);
        }
        if (!encoded.pieces.empty()) batches_.show_typical(encoded.pieces.back().rows);
        for (EncodedPiece& piece : encoded.pieces) stitcher_->add_whole(std::move(piece), rows);
        encoded.pieces.clear();
        if (goes_on || encoded.state == State::shared) return;
        if (encoded.state == State::left) {
            read_rest(work, rows);
        } else if (!encoded.tail.empty()) {
            stitcher_->add_unread(encoded.tail, end_of(work), rows);
        }
        if (work.part.fault || end_of(work) == pgn::TextEnd::at_eof) end_input(work.part, rows);
    }

    // Of the text of a stretch, as far as it is not shared.
    static pgn::TextEnd end_of(const Work& work) {
        const bool ends_file = work.part.stretch->ends_file() && !work.encoded_stretch.rest;
        return ends_file ? pgn::TextEnd::at_eof : pgn::TextEnd::more;
    }

    void begin_stretch(Work& work, std::vector<columnar::RowSlice>& rows) {
        const Stretch& stretch = *work.part.stretch;
        work.stretch_begin = stitcher_->text_added() - stretch.first_game().value_or(0);
        if (options_.resume) trail_.pass({stretch.frames().offset, *work.stretch_begin});
        const std::string& head = work.encoded_stretch.head;
        if (!head.empty()) stitcher_->add_unread(head, pgn::TextEnd::at_game_start, rows);
    }

    // What no thread could read by itself: the text of a stretch behind what the stitcher has.
    void read_rest(Work& work, std::vector<columnar::RowSlice>& rows) {
        InputPart& part = work.part;
        try {
            io::ZstdFrameSource source(options_.inputs[part.input], part.stretch->frames());
            if (!source.skip(stitcher_->text_added() - *work.stretch_begin)) {
                throw changed_input(source.name());
            }
            PieceCutter cutter(source, texts_, options_.piece_bytes, PieceText::own);
            for (Piece piece; !stitcher_->limit_reached() && cutter.next(piece);) {
                if (progress_.cancelled) throw Cancelled();
                if (stitcher_->text_added() == 0) {
                    refuse_wide_characters(piece.text, source.name());
                }
                if (!add_rest(work, piece, rows)) break;
                texts_.give_back(std::exchange(piece, {}).memory);
            }
        } catch (const io::InputError& fault) {
            if (options_.broken_input == BrokenInput::fail) throw;
            part.fault = fault;
            input_given_up_ = part.input;
            feed_.give_up(part.input);
        }
    }

    // False if that was the last of the stretch, because the text behind is shared.
    bool add_rest(Work& work, const Piece& piece, std::vector<columnar::RowSlice>& rows) {
        const std::uint64_t place = stitcher_->text_added() - *work.stretch_begin;
        const std::optional<std::uint64_t> end = work.encoded_stretch.rest;
        if (end && place + piece.text.size() > *end) {
            stitcher_->add_unread(piece.text.substr(0, *end - place), pgn::TextEnd::more, rows);
            return false;
        }
        const bool is_last = piece.end == pgn::TextEnd::at_eof;
        stitcher_->add_unread(piece.text, is_last ? end_of(work) : piece.end, rows);
        return true;
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
        feed_.close();
        stitcher_.reset();
        encoders_.clear();
        works_.clear();
        batches_.clear();
        texts_.clear();
        columnar::release_unused_memory();
    }

    void end_input(const InputPart& part, std::vector<columnar::RowSlice>& rows) {
        if (!part.fault) return stitcher_->end_input();
        stitcher_->end_broken_input(rows);
        report_.broken_inputs.push_back(
            {options_.inputs[part.input].string(), part.fault->what(), stitcher_->text_taken()});
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
        const bool has_groups = !work.groups.empty() || !work.encoded_groups.empty();
        if (has_groups && work.checkpoint.empty()) {
            work.checkpoint = save_checkpoint(trail_.last(report_));
        }
        if (stitcher_->limit_reached()) return;
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
        std::unique_ptr<FrameEncoder> frames;
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

    InputFeed feed_{options_, verification_, texts_, progress_};
    tasks::PerThread<LocalEncoder> encoders_;

    // Of the stitching stage, or of who has its turn in it before.
    std::atomic<std::uint64_t> turn_{0};  // number of the part
    std::unique_ptr<Stitcher> stitcher_;
    std::optional<std::size_t> stitched_input_;
    std::optional<std::size_t> input_given_up_;  // the parts behind its fault are left out
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
