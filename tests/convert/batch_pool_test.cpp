#include "ign/convert/batch_pool.hpp"

#include <catch2/catch.hpp>

using namespace ign::convert;
using ign::columnar::Field;

TEST_CASE("a batch comes back empty, with the memory it has grown to") {
    BatchPool pool;
    auto batch = pool.take();
    (*batch)[Field::white].append_bytes("name");
    batch->end_row(4);
    const ign::columnar::RowBatch* address = batch.get();
    const char* bytes = (*batch)[Field::white].bytes.data();
    batch.reset();
    auto again = pool.take();
    CHECK(again.get() == address);
    CHECK(again->rows() == 0);
    CHECK((*again)[Field::white].ends.size() == 0);
    CHECK((*again)[Field::white].bytes.data() == bytes);
    CHECK(pool.take().get() != address);
}

// The leak detector looks on: the pool's last batch takes the pool's memory with it.
TEST_CASE("batches may outlive their pool, the typical one too") {
    std::shared_ptr<ign::columnar::RowBatch> last;
    {
        BatchPool pool;
        last = pool.take();
        (*last)[Field::white].append_bytes("name");
        pool.show_typical(last);
        auto other = pool.take();
        CHECK(other->rows() == 0);
    }
    CHECK((*last)[Field::white].bytes_at(0) == "name");
}
