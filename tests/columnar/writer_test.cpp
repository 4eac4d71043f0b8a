#include <tbb/global_control.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "files.hpp"

namespace ign::columnar {
namespace {

std::vector<Row> round_trip(const std::vector<std::vector<RowSlice>>& groups) {
    TemporaryFile file(parquet_of(groups));
    return read_rows(file.path());
}

}  // namespace

TEST_CASE("Rows come back as they were written") {
    std::vector<Row> rows = make_rows(2500, 1);
    CHECK(round_trip({slices_of(rows, 350)}) == rows);
}

TEST_CASE("Several row groups keep the order of the rows") {
    std::vector<Row> rows = make_rows(900, 2);
    std::vector<RowSlice> slices = slices_of(rows, 300);
    CHECK(round_trip({{slices[0]}, {slices[1]}, {slices[2]}}) == rows);
}

TEST_CASE("A file without rows is valid") {
    SECTION("no row group") { CHECK(round_trip({}).empty()); }
    SECTION("an empty row group") { CHECK(round_trip({{}}).empty()); }
    TemporaryFile file(parquet_of({}));
    FileReader reader(file.path());
    CHECK(reader.num_rows() == 0);
    CHECK(reader.has(Field::tags_key));
    CHECK_FALSE(reader.has(Field::movetext));
}

TEST_CASE("A field without levels is NULL") {
    auto batch = std::make_shared<RowBatch>();
    for (int i = 0; i < 1500; ++i) batch->end_row(0);
    std::vector<Row> rows(1500);
    for (Row& row : rows) row.bytes[index_of(Field::numbering)] = "pseudo-legal";
    CHECK(round_trip({{{batch, 0, 1500}}}) == rows);
    CHECK(round_trip({{{batch, 100, 700}, {batch, 3, 800}}}) == rows);
}

TEST_CASE("Small rows, then values of two million bytes") {
    std::vector<Row> rows = make_rows(3004, 3);
    for (std::size_t i = 3000; i < 3004; ++i) {
        for (Field field : {Field::event, Field::site, Field::white, Field::ign, Field::raw}) {
            rows[i].bytes[index_of(field)] =
                std::string(2'000'000, static_cast<char>('a' + i % 26));
        }
        rows[i].tags = Row::Map{{"Annotator", std::string(2'000'000, 'z')}};
        rows[i].lists[index_of(Field::eval)] = Row::List(200'000, 17);
    }
    CHECK(round_trip({slices_of(rows, 350)}) == rows);
}

TEST_CASE("The bytes do not depend on how the rows are cut into batches") {
    std::vector<Row> rows = make_rows(4000, 4);
    rows[1700].bytes[index_of(Field::white)] = std::string(300'000, 'w');
    rows[1701].lists[index_of(Field::spent_white)] = Row::List(70'000, 5);
    std::string expected = parquet_of({slices_of(rows, rows.size())});
    CHECK((parquet_of({slices_of(rows, 1)}) == expected));
    CHECK((parquet_of({slices_of(rows, 350)}) == expected));
    CHECK((parquet_of({slices_of(rows, 1024)}) == expected));

    SECTION("nor on slices that begin and end inside a batch") {
        std::vector<RowSlice> cut;
        for (const RowSlice& slice : slices_of(rows, 1000)) {
            for (std::size_t first = 0; first < 1000; first += 125) {
                cut.push_back({slice.batch, first, 125});
            }
        }
        CHECK((parquet_of({cut}) == expected));
    }
}

TEST_CASE("Nor where how many different values a group has decides how they are encoded") {
    std::vector<Row> rows = make_rows(600, 6);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].lists[index_of(Field::spent_white)] = Row::List(3, static_cast<int>(i));
    }
    auto group_of = [&](std::size_t count, std::size_t batch) {
        std::vector<RowSlice> cut;
        for (RowSlice slice : slices_of(rows, batch)) {
            slice.count = std::min(slice.count, count);
            if (slice.count != 0) cut.push_back(slice);
            count -= slice.count;
        }
        return parquet_of({cut});
    };
    for (std::size_t count : {200, 300}) {
        std::string expected = group_of(count, 1);
        CHECK((group_of(count, 7) == expected));
        CHECK((group_of(count, 599) == expected));
    }
}

TEST_CASE("A row group that grows has the bytes of one encoded at once") {
    std::vector<Row> rows = make_rows(17000, 7);
    WriterOptions options = test_options();
    RowGroupEncoder encoder(options);
    auto file_of = [&](EncodedRowGroup group) {
        StringSink sink;
        FileWriter writer(sink, options);
        writer.append(std::move(group));
        writer.finish();
        return sink.text;
    };
    std::string at_once = file_of(encoder.encode(slices_of(rows, 17000)));
    for (std::size_t batch : {100, 1300, 9000}) {
        GrowingRowGroup group(encoder);
        for (RowSlice& slice : slices_of(rows, batch)) {
            RowSlice only_holder = std::move(slice);
            group.add({&only_holder, 1});
        }
        CHECK(group.rows() == 17000);
        CHECK((file_of(group.finish()) == at_once));
    }
}

TEST_CASE("The bytes do not depend on the threads") {
    std::vector<RowSlice> slices = slices_of(make_rows(3000, 5), 350);
    auto with_threads = [&slices](std::size_t threads) {
        tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        return parquet_of({slices, slices});
    };
    std::string expected = with_threads(1);
    CHECK((with_threads(4) == expected));
    CHECK((with_threads(4) == expected));
}

TEST_CASE("What the sink throws comes out unchanged, whenever it throws") {
    struct Full : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    struct FailingSink {
        int writes_left;
        void write(std::span<const std::byte>) {
            if (writes_left-- == 0) throw Full("disk full");
        }
    };
    std::vector<RowSlice> slices = slices_of(make_rows(50, 6), 50);
    WriterOptions options = test_options();
    RowGroupEncoder encoder(options);
    int failures = 0;
    for (int writes = 0;; ++writes) {
        FailingSink sink{writes};
        FileWriter writer(sink, options);
        try {
            writer.append(encoder.encode(slices));
            writer.finish();
        } catch (const Full& error) {
            CHECK(std::string(error.what()) == "disk full");
            ++failures;
            continue;
        }
        break;
    }
    CHECK(failures > 30);
}

TEST_CASE("The writer says how much it has written") {
    StringSink sink;
    WriterOptions options = test_options();
    FileWriter writer(sink, options);
    EncodedRowGroup group = RowGroupEncoder(options).encode(slices_of(make_rows(40, 7), 40));
    CHECK(group.rows() == 40);
    std::uint64_t bytes = group.bytes();
    writer.append(std::move(group));
    CHECK(writer.position() == bytes + 4);
    CHECK(writer.rows() == 40);
    writer.finish();
    CHECK(writer.position() == sink.text.size());
}

}  // namespace ign::columnar
