#include "split_list_pages.hpp"

#include <parquet/column_writer.h>
#include <parquet/metadata.h>

#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <vector>

#include "block_writer.hpp"
#include "encodings.hpp"
#include "file_schema.hpp"
#include "level_runs.hpp"
#include "page_recorder.hpp"

namespace ign::columnar {
namespace {

std::vector<std::uint8_t> by_arrow(const std::vector<Level>& levels, int width) {
    auto max_level = static_cast<std::int16_t>((1 << width) - 1);
    auto count = static_cast<int>(levels.size());
    std::vector<std::int16_t> wide(levels.begin(), levels.end());
    std::vector<std::uint8_t> out(static_cast<std::size_t>(
        parquet::LevelEncoder::MaxBufferSize(parquet::Encoding::RLE, max_level, count)));
    parquet::LevelEncoder encoder;
    encoder.Init(parquet::Encoding::RLE, max_level, count, out.data(),
                 static_cast<int>(out.size()));
    REQUIRE(encoder.Encode(count, wide.data()) == count);
    out.resize(static_cast<std::size_t>(encoder.len()));
    return out;
}

std::vector<std::uint8_t> by_us(const std::vector<Level>& levels, int width) {
    std::vector<std::uint8_t> out(most_level_bytes(levels.size()));
    const std::uint8_t* end = write_level_runs(levels.data(), levels.size(), width, out.data());
    REQUIRE(end <= out.data() + out.size());
    out.resize(static_cast<std::size_t>(end - out.data()));
    return out;
}

// Pages of the rows, made by one of the two.
struct Written {
    explicit Written(Field field) : schema({}) {
        auto place = std::ranges::find(schema.leaves, field);
        column = schema.descriptor.Column(static_cast<int>(place - schema.leaves.begin()));
        properties = writer_properties(schema, 1, Variety::many);
        metadata = parquet::ColumnChunkMetaDataBuilder::Make(properties, column);
        pages = std::make_unique<PageRecorder>(*column, properties, metadata.get(), chunk);
    }
    void by_arrow() {
        auto writer =
            parquet::ColumnWriter::Make(metadata.get(), std::move(pages), properties.get());
        blocks = std::make_unique<BlockWriter<parquet::Int32Type>>(*column, std::move(writer));
    }
    void by_us() {
        REQUIRE(SplitListPages::suits(*column, *properties));
        blocks = std::make_unique<SplitListPages>(*column, *properties, std::move(pages));
    }
    [[nodiscard]] std::vector<std::byte> bytes() const {
        std::vector<std::byte> all;
        chunk.bytes.for_first(chunk.bytes.size(), [&all](std::span<const std::byte> some) {
            all.insert(all.end(), some.begin(), some.end());
        });
        return all;
    }

    FileSchema schema;
    const parquet::ColumnDescriptor* column = nullptr;
    std::shared_ptr<parquet::WriterProperties> properties;
    std::unique_ptr<parquet::ColumnChunkMetaDataBuilder> metadata;
    ColumnChunk chunk;
    std::unique_ptr<parquet::PageWriter> pages;
    std::unique_ptr<ColumnEncoder::Blocks> blocks;
};

void check_same_pages(Field field, const std::vector<std::shared_ptr<RowBatch>>& batches) {
    Written arrow(field);
    Written ours(field);
    arrow.by_arrow();
    ours.by_us();
    for (Written* written : {&arrow, &ours}) {
        for (const auto& batch : batches) {
            written->blocks->add({batch, 0, batch->rows()}, (*batch)[field]);
        }
        written->blocks->finish();
    }
    REQUIRE(ours.chunk.pages.size() == arrow.chunk.pages.size());
    for (std::size_t i = 0; i < ours.chunk.pages.size(); ++i) {
        CHECK(ours.chunk.pages[i].offset == arrow.chunk.pages[i].offset);
        CHECK(ours.chunk.pages[i].size == arrow.chunk.pages[i].size);
        CHECK(ours.chunk.pages[i].first_row == arrow.chunk.pages[i].first_row);
        CHECK(ours.chunk.pages[i].statistics.is_set() == arrow.chunk.pages[i].statistics.is_set());
        CHECK(ours.chunk.pages[i].statistics.is_signed() ==
              arrow.chunk.pages[i].statistics.is_signed());
    }
    // With the metadata of the chunk behind the pages.
    CHECK(ours.bytes() == arrow.bytes());
}

enum class Shape { of_games, short_lists, long_lists, with_huge_ones };

std::shared_ptr<RowBatch> lists(Field field, std::size_t rows, Shape shape, std::uint32_t seed) {
    std::mt19937 random(seed);
    auto batch = std::make_shared<RowBatch>();
    Leaf& leaf = (*batch)[field];
    auto slot = [&leaf](Level repetition, Level definition) {
        leaf.repetition.push_back(repetition);
        leaf.definition.push_back(definition);
    };
    for (std::size_t row = 0; row < rows; ++row) {
        batch->end_row(1);
        auto kind = random() % 16;
        if (kind < 2) {
            slot(0, static_cast<Level>(kind));
            continue;
        }
        std::size_t length = 20 + random() % 60;
        if (shape == Shape::short_lists) length = 1 + random() % 3;
        if (shape == Shape::long_lists) length = 1000 + random() % 1000;
        if (shape == Shape::with_huge_ones && random() % 100 == 0) length = 300'000;
        bool has_null_elements = random() % 4 == 0;
        for (std::size_t i = 0; i < length; ++i) {
            bool is_null = has_null_elements && random() % 3 == 0;
            slot(i == 0 ? 0 : 1, is_null ? 2 : 3);
            if (!is_null) leaf.ints.push_back(static_cast<std::int32_t>(random() >> random() % 32));
        }
    }
    return batch;
}

}  // namespace

TEST_CASE("levels are written as Arrow writes them") {
    std::mt19937 random(1);
    for (int width : {1, 2}) {
        for (int round = 0; round < 3000; ++round) {
            std::vector<Level> levels(random() % (round < 1000 ? 40 : 2000));
            // From all the same to none.
            auto steadiness = 1 + random() % 40;
            Level level = 0;
            for (Level& each : levels) {
                if (random() % steadiness == 0) level = static_cast<Level>(random() % (1 << width));
                each = level;
            }
            if (by_us(levels, width) != by_arrow(levels, width)) {
                CAPTURE(levels);
                FAIL("other bytes");
            }
        }
    }
    CHECK(by_us(std::vector<Level>(300'000, 3), 2) == by_arrow(std::vector<Level>(300'000, 3), 2));
}

TEST_CASE("lists are written as Parquet's writer writes them") {
    Field field = GENERATE(Field::spent_white, Field::eval);
    SECTION("no rows") { check_same_pages(field, {}); }
    SECTION("few rows") { check_same_pages(field, {lists(field, 3, Shape::of_games, 1)}); }
    SECTION("games") {
        check_same_pages(
            field, {lists(field, 3000, Shape::of_games, 1), lists(field, 5000, Shape::of_games, 2),
                    lists(field, 7000, Shape::of_games, 3)});
    }
    SECTION("long lists") { check_same_pages(field, {lists(field, 1000, Shape::long_lists, 4)}); }
    SECTION("huge lists") {
        check_same_pages(field, {lists(field, 2000, Shape::with_huge_ones, 5)});
    }
    SECTION("as many rows as a page may have, and more") {
        auto nulls = std::make_shared<RowBatch>();
        nulls->end_rows(131'000, 1);
        for (std::size_t rows : {71, 72, 73, 200'000}) {
            check_same_pages(field, {nulls, lists(field, rows, Shape::short_lists, 6), nulls});
        }
    }
}

}  // namespace ign::columnar
