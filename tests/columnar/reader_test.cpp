#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "files.hpp"

namespace ign::columnar {

TEST_CASE("A reader tells what the file is") {
    std::vector<Row> rows = make_rows(500, 11);
    TemporaryFile file(parquet_of({slices_of(rows, 350), slices_of(rows, 100)}));
    FileReader reader(file.path());
    CHECK(reader.num_rows() == 1000);
    CHECK(reader.row_groups() == 2);
    CHECK(reader.row_group_rows(1) == 500);
    CHECK(reader.file_bytes() == std::filesystem::file_size(file.path()));
    CHECK(reader.created_by().starts_with("ign version "));
    CHECK(reader.metadata("ign.numbering") == "pseudo-legal");
    CHECK(reader.metadata("ign.source.name") == "games.pgn");
    CHECK(reader.metadata("ign.source.bytes") == "123");
    CHECK_FALSE(reader.metadata("ign.nothing"));

    std::vector<ColumnInfo> columns = reader.columns();
    auto column = [&columns](std::string_view path) {
        return *std::find_if(columns.begin(), columns.end(),
                             [path](const ColumnInfo& info) { return info.path == path; });
    };
    CHECK(column("Event").field == Field::event);
    CHECK(column("Event").type == "BYTE_ARRAY String");
    CHECK(column("Event").values == 1000);
    CHECK(column("Event").codec == "ZSTD");
    CHECK(column("ign").codec == "UNCOMPRESSED");
    CHECK(column("ign").encodings == std::vector<std::string>{"DELTA_LENGTH_BYTE_ARRAY"});
    CHECK(column("Result").encodings == std::vector<std::string>{"RLE_DICTIONARY"});
    CHECK(column("tags.key_value.value").field == Field::tags_value);
    CHECK(column("spent_white.list.element").field == Field::spent_white);
    std::uint64_t bytes = 0;
    for (const ColumnInfo& info : columns) bytes += info.compressed_bytes;
    CHECK(bytes < reader.file_bytes());
    CHECK(bytes > reader.file_bytes() * 9 / 10);
}

TEST_CASE("Only the fields asked for are read") {
    TemporaryFile file(parquet_of({slices_of(make_rows(100, 12), 100)}));
    FileReader reader(file.path());
    std::vector<Field> wanted = {Field::white, Field::tags_value, Field::movetext};
    RowBatch batch = reader.read_row_group(0, wanted);
    CHECK(batch.rows() == 100);
    CHECK(batch[Field::white].definition.size() == 100);
    CHECK(batch[Field::tags_key].definition.size() >= 100);
    CHECK(batch[Field::black].definition.size() == 0);
    CHECK(batch[Field::movetext].definition.size() == 0);
}

TEST_CASE("A row group read piece by piece has the rows of one read whole") {
    TemporaryFile file(
        parquet_of({slices_of(make_rows(100, 14), 100), slices_of(make_rows(37, 15), 37)}));
    FileReader reader(file.path());
    RowBatch batch;
    CHECK_FALSE(reader.read_rows(batch));  // no row group is open
    for (std::size_t at_a_time : {1, 7, 50, 100, 1000}) {
        CAPTURE(at_a_time);
        for (int group = 0; group < reader.row_groups(); ++group) {
            std::vector<Row> rows;
            reader.open_row_group(group, all_fields, at_a_time);
            for (batch.clear(); reader.read_rows(batch); batch.clear()) {
                CHECK(batch.rows() <= at_a_time);
                for (Row& row : rows_of(batch)) rows.push_back(std::move(row));
            }
            CHECK(rows == rows_of(reader.read_row_group(group, all_fields)));
            CHECK_FALSE(reader.read_rows(batch));
        }
    }
    // A column of numbers by itself, as searches read it.
    for (std::size_t at_a_time : {1, 7, 100, 1000}) {
        for (int group = 0; group < reader.row_groups(); ++group) {
            std::vector<std::int64_t> numbers;
            std::vector<Level> levels;
            reader.open_row_group(group, std::array{Field::ign8}, at_a_time);
            for (batch.clear(); reader.read_rows(batch); batch.clear()) {
                CHECK(batch.rows() <= at_a_time);
                const Leaf& leaf = batch[Field::ign8];
                numbers.insert(numbers.end(), leaf.longs.span().begin(), leaf.longs.span().end());
                levels.insert(levels.end(), leaf.definition.span().begin(),
                              leaf.definition.span().end());
            }
            RowBatch whole = reader.read_row_group(group, std::array{Field::ign8});
            auto expected = whole[Field::ign8].longs.span();
            auto expected_levels = whole[Field::ign8].definition.span();
            CHECK(levels.size() == reader.row_group_rows(group));
            CHECK(std::ranges::equal(numbers, expected));
            CHECK(std::ranges::equal(levels, expected_levels));
            CHECK_FALSE(reader.read_rows(batch));
        }
    }
    reader.open_row_group(0, std::array{Field::white, Field::tags_value}, 64);
    REQUIRE(reader.read_rows(batch));
    CHECK(batch.rows() == 64);
    CHECK(batch[Field::white].definition.size() == 64);
    CHECK(batch[Field::tags_key].definition.size() >= 64);
    CHECK(batch[Field::black].definition.size() == 0);
}

TEST_CASE("Lists longer than what is read of pages at once stay whole") {
    std::vector<Row> rows = make_rows(7, 16);
    for (std::size_t i : {1U, 3U, 4U}) {
        Row::List list;
        for (int value = 0; value < 10'000; ++value) {
            list.push_back(value % 7 == 3 ? std::nullopt : std::optional(value - 5000));
        }
        rows[i].lists[index_of(Field::spent_black)] = list;
        rows[i].lists[index_of(Field::eval)] = list;
        rows[i].tags.emplace();
        for (int value = 0; value < 5'000; ++value) {
            rows[i].tags->emplace_back("Key" + std::to_string(value), std::string(value % 9, 'v'));
        }
    }
    TemporaryFile file(parquet_of({slices_of(rows, rows.size())}));
    FileReader reader(file.path());
    CHECK(rows_of(reader.read_row_group(0, all_fields)) == rows);
    for (std::size_t at_a_time : {1, 2, 4, 100}) {
        std::vector<Row> read;
        reader.open_row_group(0, all_fields, at_a_time);
        RowBatch batch;
        for (; reader.read_rows(batch); batch.clear()) {
            for (Row& row : rows_of(batch)) read.push_back(std::move(row));
        }
        CHECK(read == rows);
    }
}

TEST_CASE("What is no Parquet file is an error that names it") {
    for (std::string content : {"", "PAR1", "[Event \"?\"]\n\n1-0\n", "PAR1xxxxPAR1"}) {
        TemporaryFile file(content);
        CHECK_THROWS_AS(FileReader(file.path()), ParquetError);
        CHECK_THROWS_WITH(FileReader(file.path()), Catch::Contains(file.path().string()));
    }
    CHECK_THROWS_AS(FileReader("/nonexistent/file.parquet"), ParquetError);
}

TEST_CASE("Damage gives an error or other values, never a crash") {
    std::string sound = parquet_of({slices_of(make_rows(60, 13), 60)});
    TemporaryFile file(sound);
    std::mt19937 random(13);
    int refused = 0;
    auto try_to_read = [&](const std::string& damaged) {
        file.write(damaged);
        try {
            FileReader reader(file.path());
            static_cast<void>(reader.columns());
            for (int group = 0; group < reader.row_groups(); ++group) {
                if (reader.row_group_rows(group) > 1000) continue;
                reader.open_row_group(group, all_fields, 16);
                RowBatch piece;
                while (reader.read_rows(piece)) piece.clear();
                reader.open_row_group(group, std::array{Field::ign8}, 16);
                while (reader.read_rows(piece)) piece.clear();
                static_cast<void>(reader.read_row_group(group, all_fields));
            }
        } catch (const ParquetError&) {
            ++refused;
        }
    };
    for (int i = 0; i < 60; ++i) try_to_read(sound.substr(0, random() % sound.size()));
    CHECK(refused == 60);
    for (int i = 0; i < 1500; ++i) {
        std::string damaged = sound;
        // Half of the damage to the footer, which is small but says the most.
        std::size_t at =
            i % 2 == 0 ? random() % sound.size() : sound.size() - 1 - random() % (sound.size() / 8);
        damaged[at] = static_cast<char>(random());
        try_to_read(damaged);
    }
    CHECK(refused > 300);
}

}  // namespace ign::columnar
