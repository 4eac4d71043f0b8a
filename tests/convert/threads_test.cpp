#include <tbb/task_arena.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <thread>
#include <vector>

#include "ign/columnar/parquet_writer.hpp"
#include "ign/convert/batch_pool.hpp"
#include "nasty_texts.hpp"
#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

// The stages that the pipeline runs side by side, run here from plain threads: the thread sanitizer
// does not see the order that oneTBB keeps between its own.
TEST_CASE("encoders of many threads share the pools and give the rows of one thread") {
    constexpr int thread_count = 4;
    constexpr int rounds = 20;
    std::vector<std::string> texts;
    std::vector<std::vector<Row>> expected;
    for (const auto& [name, text] : nasty_texts()) {
        texts.push_back(text);
        expected.push_back(rows_of(text));
    }
    BatchPool batches;
    TextPool pool;
    std::atomic<int> wrong{0};
    std::mutex mutex;
    std::vector<std::shared_ptr<ign::columnar::RowBatch>> shared;  // given back by other threads
    auto work = [&](int thread) {
        PieceEncoder encoder{RowOptions()};
        for (int round = 0; round < rounds; ++round) {
            std::size_t i = static_cast<std::size_t>(thread * 7 + round) % texts.size();
            Text text = pool.take(texts[i].size());
            std::copy(texts[i].begin(), texts[i].end(), text.data());
            text.resize(texts[i].size());
            EncodedPiece piece = encoder.encode(text.view(), ign::pgn::TextEnd::at_eof,
                                                Text::padding, batches.take());
            pool.give_back(std::move(text));
            batches.show_typical(piece.rows);
            std::vector<std::shared_ptr<ign::columnar::RowBatch>> done;
            std::lock_guard lock(mutex);
            if (difference(print_rows(*piece.rows), expected[i]) != "") ++wrong;
            shared.push_back(std::move(piece.rows));
            if (shared.size() > 5) done.swap(shared);
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}

TEST_CASE("one row group encoder serves many threads") {
    EncodedPiece piece = encode(dump_games(300));
    ign::columnar::WriterOptions options;
    options.numbering = "pseudo-legal";
    ign::columnar::RowGroupEncoder encoder(options);
    std::vector<ign::columnar::RowSlice> rows = {{piece.rows, 0, piece.rows->rows()}};
    std::uint64_t bytes = 0;
    tbb::task_arena(1).execute([&] { bytes = encoder.encode(rows).bytes(); });
    std::atomic<int> wrong{0};
    auto work = [&] {
        tbb::task_arena alone(1);  // no help from threads of oneTBB
        for (int round = 0; round < 5; ++round) {
            auto group = alone.execute([&] { return encoder.encode(rows); });
            if (group.rows() != 300 || group.bytes() != bytes) ++wrong;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}
