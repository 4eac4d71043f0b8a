#include "ign/convert/stage_times.hpp"

#include <tbb/task_arena.h>

#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ign/chess/attacks.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/isa.hpp"
#include "ign/chess/lane_replay.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/san_scan.hpp"
#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/game_reader.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/row_groups.hpp"
#include "ign/convert/row_writer.hpp"
#include "ign/io/source.hpp"

namespace ign::convert {
namespace {

using chess::Numbering;

// A game for the replay alone; its moves are [first_move, end_move) of a list.
struct BareGame {
    chess::Position start;
    std::size_t first_move;
    std::size_t end_move;
};

// The good games of a piece, with nothing left but their moves.
struct BareGames {
    std::vector<BareGame> games;
    std::vector<std::string_view> moves;
    const char* readable_end = nullptr;

    void add(const GameRecord& game) {
        chess::Position start = chess::Position::standard();
        if (!game.fen.empty()) start = *chess::parse_fen(game.fen);
        std::size_t first = moves.size();
        const char* begin = game.text.data();
        pgn::Tokenizer tokens(begin, begin + game.text.size(), pgn::TextEnd::at_eof);
        for (pgn::Token token = tokens.next(); token.kind != pgn::TokenKind::end;
             token = tokens.next()) {
            if (token.kind == pgn::TokenKind::variation_open) tokens.skip_variation();
            if (token.kind == pgn::TokenKind::move) moves.push_back(token.text());
        }
        games.push_back({start, first, moves.size()});
    }
    void clear() {
        games.clear();
        moves.clear();
    }
};

// Counts the half-moves by their digits, so that no compiler finds those useless.
template <class Replay>
IGN_INLINE std::uint64_t replay(const BareGames& bare) {
    std::uint64_t plies = 0;
    Replay replay;
    columnar::Buffer<chess::SanToken> tokens;
    codec::Fold digits;
    for (const BareGame& game : bare.games) {
        std::size_t count = game.end_move - game.first_move;
        tokens.clear();
        for (std::size_t i = game.first_move; i < game.end_move; ++i) {
            if (!chess::scan_whole_san(bare.moves[i], bare.readable_end, *tokens.reserve(1))) break;
            tokens.commit(1);
        }
        replay.start(game.start);
        digits.clear();
        codec::Digit* first = digits.reserve(count);
        if (!replay.play_all(tokens.span(), first)) continue;
        for (std::size_t i = 0; i < count; ++i) plies += first[i].index <= first[i].radix;
    }
    return plies;
}

template <Numbering numbering>
IGN_TARGET_V3 std::uint64_t replay_new(const BareGames& games) {
    return replay<chess::Replay<chess::PextSliders, numbering>>(games);
}
template <Numbering numbering>
IGN_TARGET_ANY std::uint64_t replay_any(const BareGames& games) {
    return replay<chess::Replay<chess::MagicSliders, numbering>>(games);
}
#if defined(__x86_64__)
IGN_TARGET_V4 std::uint64_t replay_by_lanes(const BareGames& games) {
    return replay<chess::LaneReplay>(games);
}
#endif

auto choose_replay(Numbering numbering) {
    bool legal = numbering == Numbering::legal;
#if defined(__x86_64__)
    if (!legal && chess::cpu_has_lanes()) return replay_by_lanes;
#endif
    if (chess::cpu_has_pext()) {
        return legal ? replay_new<Numbering::legal> : replay_new<Numbering::pseudo_legal>;
    }
    return legal ? replay_any<Numbering::legal> : replay_any<Numbering::pseudo_legal>;
}

class StageTimer {
  public:
    explicit StageTimer(const Options& options)
        : options_(options),
          reader_(make_game_reader(options.numbering)),
          writer_(RowOptions{options.clocks, options.movetext, options.numbering, {}}),
          replay_(choose_replay(options.numbering)),
          groups_(options.row_group_bytes, options.row_group_rows),
          encoder_(writer_options(options)) {}

    StageTimes run() {
        std::unique_ptr<io::Source> source = io::open_source(options_.inputs.at(0));
        PieceCutter cutter(*source, texts_, options_.piece_bytes, PieceText::lent);
        Piece piece;
        bool more = true;
        while (more) {
            time(Stage::read, [&] { more = cutter.next(piece); });
            more = more && take(piece);
        }
        closed_groups_.push_back(groups_.finish());
        encode_row_groups();
        return times_;
    }

  private:
    template <class Work>
    void time(Stage stage, Work work) {
        auto start = std::chrono::steady_clock::now();
        work();
        std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        times_[stage] += elapsed.count();
    }

    // False if a game is not whole.
    bool take(const Piece& piece) {
        time(Stage::tokens, [&] { read_tokens(piece); });
        time(Stage::games, [&] { read_games(piece); });
        bool whole = keep_games(piece);
        std::span games(games_.data(), game_count_);
        strip(games, piece);
        time(Stage::replay, [&] { times_.plies += replay_(bare_games_); });
        time(Stage::fold, [&] {
            for (GameRecord& game : games) number_bytes_ += game.number.finish().size();
        });
        auto batch = batches_.take();
        time(Stage::rows, [&] {
            for (const GameRecord& game : games) writer_.append(game, *batch);
        });
        groups_.add({batch, 0, batch->rows()}, closed_groups_);
        if (!closed_groups_.empty()) encode_row_groups();
        times_.games += games.size();
        times_.text_bytes += piece.text.size();
        return whole;
    }

    static const char* text_end(const Piece& piece) {
        return piece.text.data() + piece.text.size();
    }

    static void read_tokens(const Piece& piece) {
        for (const char* at = piece.text.data(); at != text_end(piece);) {
            pgn::Tokenizer tokens(at, text_end(piece), piece.end);
            while (tokens.next().kind != pgn::TokenKind::end) {
            }
            if (tokens.state() != pgn::GameEnd::complete) break;
            at = tokens.game_end();
        }
    }

    // As the pipeline does it: one record, used again and again.
    void read_games(const Piece& piece) {
        for (const char* at = piece.text.data(); at != text_end(piece);) {
            if (reader_->read(at, text_end(piece), piece.end, game_) != pgn::GameEnd::complete) {
                break;
            }
            at += game_.text.size();
        }
    }

    bool keep_games(const Piece& piece) {
        game_count_ = 0;
        for (const char* at = piece.text.data(); at != text_end(piece);) {
            if (game_count_ == games_.size()) games_.emplace_back();
            GameRecord& game = games_[game_count_];
            if (reader_->read(at, text_end(piece), piece.end, game) != pgn::GameEnd::complete) {
                return false;
            }
            at += game.text.size();
            ++game_count_;
        }
        return true;
    }

    void strip(std::span<const GameRecord> games, const Piece& piece) {
        bare_games_.clear();
        bare_games_.readable_end = text_end(piece);
        for (const GameRecord& game : games) {
            if (game.reason == RejectReason::none) bare_games_.add(game);
        }
    }

    static columnar::WriterOptions writer_options(const Options& options) {
        columnar::WriterOptions writer;
        writer.zstd_level = options.zstd_level;
        return writer;
    }

    void encode_row_groups() {
        tbb::task_arena one_thread(1);
        time(Stage::parquet, [&] {
            one_thread.execute([&] {
                for (const RowGroup& group : closed_groups_) {
                    columnar::EncodedRowGroup encoded = encoder_.encode(group);
                }
            });
        });
        closed_groups_.clear();
    }

    const Options& options_;
    StageTimes times_;
    std::uint64_t number_bytes_ = 0;
    TextPool texts_;
    BatchPool batches_;
    std::unique_ptr<GameReader> reader_;
    RowWriter writer_;
    std::uint64_t (*replay_)(const BareGames&);
    GameRecord game_;
    std::vector<GameRecord> games_;  // of one piece; the first game_count_ count
    std::size_t game_count_ = 0;
    BareGames bare_games_;
    RowGroupBuilder groups_;
    std::vector<RowGroup> closed_groups_;
    columnar::RowGroupEncoder encoder_;
};

}  // namespace

StageTimes time_stages(const Options& options) { return StageTimer(options).run(); }

}  // namespace ign::convert
