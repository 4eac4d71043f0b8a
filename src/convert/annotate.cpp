#include "ign/convert/annotate.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "ign/columnar/errors.hpp"
#include "ign/convert/game_texts.hpp"
#include "ign/convert/output.hpp"
#include "ign/convert/piece_encoder.hpp"
#include "ign/convert/row_groups.hpp"
#include "ign/tasks/arena.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"

namespace ign::convert {
namespace {

using columnar::Field;

// Where the games go, one after another.
class GameSink {
  public:
    virtual ~GameSink() = default;
    virtual void write(const GameTexts::Game& game) = 0;
    virtual void finish(const Metadata& metadata, const std::string& gameless_text) = 0;
};

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

class StdoutTexts : public GameSink {
  public:
    void write(const GameTexts::Game& game) override { out_.write(bytes_of(game.text)); }
    void finish(const Metadata& /*metadata*/, const std::string& gameless_text) override {
        out_.write(bytes_of(gameless_text));
        out_.flush();
    }

  private:
    io::StdoutSink out_;
};

class FileTexts : public GameSink {
  public:
    explicit FileTexts(const AnnotateOptions& options)
        : file_(options.output, options.overwrite),
          out_(file_, io::compression_by_name(options.output)) {}

    void write(const GameTexts::Game& game) override { out_.write(bytes_of(game.text)); }
    void finish(const Metadata& /*metadata*/, const std::string& gameless_text) override {
        out_.write(bytes_of(gameless_text));
        out_.finish();
        file_.commit();
    }

  private:
    io::AtomicFile file_;
    io::CompressingSink out_;
};

columnar::WriterOptions writer_options(const AnnotateOptions& options, const GameTexts& games) {
    RowOptions rows = games.row_options();
    columnar::WriterOptions writer;
    writer.zstd_level = options.zstd_level;
    writer.numbering = to_text(NumberingScheme{rows.numbering, rows.resignation});
    writer.absent = absent_fields(rows.clocks, rows.movetext);
    if (!games.has_source_column()) writer.absent.push_back(Field::source);
    writer.metadata = games.source_metadata();
    return writer;
}

// Rows as convert() makes them. Making them takes no time beside that of the engines, so it is done
// here, in order.
class ParquetRows : public GameSink {
  public:
    ParquetRows(const AnnotateOptions& options, const GameTexts& games)
        : row_options_(games.row_options()),
          has_source_(games.has_source_column()),
          groups_(Options().row_group_bytes, Options().row_group_rows),
          row_group_encoder_(writer_options(options, games)),
          file_(options.output, options.overwrite),
          writer_(file_, writer_options(options, games)) {}

    void write(const GameTexts::Game& game) override {
        if (!encoder_ || game.source != row_options_.source) {
            row_options_.source = game.source;
            encoder_.emplace(row_options_);
        }
        if (!batch_) batch_ = std::make_shared<columnar::RowBatch>();
        std::size_t before = batch_->rows();
        EncodedPiece piece = encoder_->encode(game.text, pgn::TextEnd::at_eof, batch_);
        if (batch_->rows() != before + 1 || piece.consumed != game.text.size()) {
            throw columnar::ParquetError("game " + std::to_string(games_ + 1) +
                                         ": its text is not that of one game");
        }
        ++games_;
        // A row without a source, beside others with one.
        if (has_source_ && game.source.empty()) (*batch_)[Field::source].append_null();
        if (batch_->rows() == rows_at_a_time) close_batch();
    }

    void finish(const Metadata& metadata, const std::string& gameless_text) override {
        if (batch_) close_batch();
        RowGroup last = groups_.finish();
        if (!last.empty()) writer_.append(row_group_encoder_.encode(last));
        Metadata all = metadata;
        if (games_ == 0 && !gameless_text.empty())
            all.emplace_back("ign.source.text", gameless_text);
        writer_.finish(all);
        file_.commit();
    }

  private:
    static constexpr std::size_t rows_at_a_time = 1000;

    void close_batch() {
        std::vector<RowGroup> closed;
        std::size_t rows = batch_->rows();
        groups_.add({std::exchange(batch_, nullptr), 0, rows}, closed);
        for (const RowGroup& group : closed) writer_.append(row_group_encoder_.encode(group));
    }

    RowOptions row_options_;
    bool has_source_;
    std::optional<PieceEncoder> encoder_;
    std::shared_ptr<columnar::RowBatch> batch_;
    RowGroupBuilder groups_;
    columnar::RowGroupEncoder row_group_encoder_;
    io::AtomicFile file_;
    columnar::FileWriter writer_;
    std::uint64_t games_ = 0;
};

std::unique_ptr<GameSink> open_sink(const AnnotateOptions& options, const GameTexts& games) {
    if (options.output == "-") return std::make_unique<StdoutTexts>();
    if (options.output.extension() == ".parquet") {
        return std::make_unique<ParquetRows>(options, games);
    }
    return std::make_unique<FileTexts>(options);
}

std::string text_of(const uci::SearchLimits& limits) {
    std::string text;
    auto add = [&](const char* name, std::uint64_t value) {
        if (!text.empty()) text += ' ';
        ((text += name) += ' ') += std::to_string(value);
    };
    if (limits.depth) add("depth", *limits.depth);
    if (limits.nodes) add("nodes", *limits.nodes);
    if (limits.movetime) add("movetime", static_cast<std::uint64_t>(limits.movetime->count()));
    return text;
}

// The games' way through the engines.
class Annotation {
  public:
    Annotation(const AnnotateOptions& options, Progress& progress)
        : options_(options),
          progress_(progress),
          games_(open_game_texts(options.input)),
          sink_(open_sink(options, *games_)) {}

    AnnotateReport run() {
        tasks::run_with_threads(options_.threads, [this] { run_pipeline(); });
        report_.approximate = games_->approximate();
        Metadata metadata;
        if (!report_.engine_name.empty()) {
            metadata = {{"ign.annotated.engine", report_.engine_name},
                        {"ign.annotated.limits", text_of(options_.engine.limits)}};
        }
        sink_->finish(metadata, report_.games == 0 ? games_->gameless_text() : std::string());
        return std::move(report_);
    }

  private:
    struct Work {
        GameTexts::Game game;
        std::string annotated;
        Annotated outcome = Annotated::no_moves;
        std::uint64_t positions = 0;
        std::string engine_name;
    };

    // An engine, started for the first game that needs it, and what puts its words into the text.
    class Worker {
      public:
        explicit Worker(const AnnotateOptions& options)
            : job_(options.engine),
              annotator_([this](const uci::PlayedGame& game) { return evaluate(game); },
                         options.existing) {}

        void annotate(Work& work) {
            std::uint64_t before = annotator_.positions();
            is_new_game_ = true;
            work.annotated.clear();
            work.outcome = annotator_.annotate(work.game.text, work.annotated);
            work.positions = annotator_.positions() - before;
            work.engine_name = engine_ ? engine_->engine_name() : "";
        }

      private:
        std::optional<pgn::EvalValue> evaluate(const uci::PlayedGame& game) {
            if (!engine_) engine_.emplace(job_);
            if (std::exchange(is_new_game_, false)) engine_->begin_game();
            return engine_->evaluate(game);
        }

        const EngineJob& job_;
        std::optional<EngineEvaluator> engine_;
        GameAnnotator annotator_;
        bool is_new_game_ = true;
    };

    void run_pipeline() {
        tasks::run_stages<Work>(
            4 * static_cast<std::size_t>(options_.threads), [this] { return read_game(); },
            tasks::side_by_side([this](Work& work) {
                auto& worker = workers_.local();
                if (!worker) worker = std::make_unique<Worker>(options_);
                worker->annotate(work);
            }),
            tasks::in_order([this](Work& work) {
                write(work);
                works_.give_back(&work);
            }));
    }

    Work* read_game() {
        Work* work = works_.take();
        bool is_there = games_->next(work->game);
        progress_.input_bytes = games_->input_bytes();
        return is_there ? work : nullptr;
    }

    void write(Work& work) {
        ++report_.games;
        report_.annotated += work.outcome == Annotated::yes;
        report_.had_evals += work.outcome == Annotated::has_some;
        report_.without_moves += work.outcome == Annotated::no_moves;
        report_.rejected += work.outcome == Annotated::rejected;
        report_.positions += work.positions;
        if (report_.engine_name.empty()) report_.engine_name = work.engine_name;
        work.game.text = std::move(work.annotated);
        sink_->write(work.game);
        progress_.games = report_.games;
        progress_.rejected = report_.rejected;
        progress_.text_bytes += work.game.text.size();
    }

    const AnnotateOptions& options_;
    Progress& progress_;
    std::unique_ptr<GameTexts> games_;
    std::unique_ptr<GameSink> sink_;
    tasks::WorkPool<Work> works_;
    tasks::PerThread<std::unique_ptr<Worker>> workers_;
    AnnotateReport report_;
};

}  // namespace

AnnotateReport annotate(const AnnotateOptions& options, Progress& progress) {
    return Annotation(options, progress).run();
}

}  // namespace ign::convert
