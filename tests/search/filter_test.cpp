#include "ign/search/filter.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <string>

using namespace ign::search;
using ign::columnar::ColumnBounds;
using ign::columnar::Field;
using ign::columnar::RowBatch;

namespace {

Filter filter_of(const std::string& text) {
    auto condition = parse_where(text);
    INFO(text);
    REQUIRE(condition);
    auto filter = Filter::compile(*condition);
    REQUIRE(filter);
    return *std::move(filter);
}

// The rows, as digits, in which the condition holds.
std::string rows_of(const std::string& text, const RowBatch& batch) {
    RowMask mask(batch.rows(), 1);
    filter_of(text).apply(batch, mask);
    std::string rows;
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if (mask[i] != 0) rows += std::to_string(i);
    }
    return rows;
}

// Ratings 1000, NULL, 2000, 3000 of White and 1500 in all rows of Black; names; ign8.
RowBatch make_batch() {
    RowBatch batch;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (int elo : {1000, 0, 2000, 3000}) {
        auto& leaf = batch[Field::white_elo];
        elo == 0 ? leaf.append_null() : leaf.append_int(elo);
        batch[Field::black_elo].append_int(1500);
        batch.end_row(1);
    }
    for (const char* name : {"Zoë", "Zoe", "", "zoë"}) batch[Field::white].append_bytes(name);
    for (std::int64_t value : {-most - 1, most, std::int64_t{0}, std::int64_t{-1}}) {
        batch[Field::ign8].append_long(value);
    }
    return batch;
}

ColumnBounds numbers(std::int64_t least, std::int64_t greatest, std::uint64_t nulls) {
    return {nulls, least, greatest, {}, {}};
}
ColumnBounds texts(const char* least, const char* greatest) { return {0, {}, {}, least, greatest}; }

bool may_match(const std::string& text, const ColumnBounds& bounds) {
    return filter_of(text).may_match([&bounds](Field) { return bounds; }, 10);
}

}  // namespace

TEST_CASE("NULL is neither equal nor unequal to anything", "[filter]") {
    RowBatch batch = make_batch();
    CHECK(rows_of("WhiteElo = 1000", batch) == "0");
    CHECK(rows_of("WhiteElo <> 1000", batch) == "23");
    CHECK(rows_of("not WhiteElo = 1000", batch) == "23");
    CHECK(rows_of("WhiteElo not in (1000, 3000)", batch) == "2");
    CHECK(rows_of("WhiteElo > BlackElo", batch) == "23");
    CHECK(rows_of("not WhiteElo > BlackElo", batch) == "0");
    CHECK(rows_of("WhiteElo is null or WhiteElo > 2999.5", batch) == "13");
    CHECK(rows_of("not (WhiteElo is null or WhiteElo > 2999)", batch) == "02");
}

TEST_CASE("Numbers compare exactly to the ends of 64 bits", "[filter]") {
    RowBatch batch = make_batch();
    CHECK(rows_of("ign8 >= 9223372036854775807", batch) == "1");
    CHECK(rows_of("ign8 > 9223372036854775807", batch).empty());
    CHECK(rows_of("ign8 <= -9223372036854775808", batch) == "0");
    CHECK(rows_of("ign8 < -9223372036854775808", batch).empty());
    CHECK(rows_of("ign8 <> 9223372036854775807", batch) == "023");
    CHECK(rows_of("ign8 not in (-9223372036854775808, 9223372036854775807, 0, 0)", batch) == "3");
    CHECK(rows_of("ign8 >= -0.5", batch) == "12");
    CHECK(rows_of("ign8 < -0.5", batch) == "03");
    CHECK(rows_of("ign8 = -0.5 or ign8 in (0.5)", batch).empty());
    CHECK(rows_of("ign8 <> -0.5", batch) == "0123");
    CHECK(rows_of("ign8 = 0.0", batch) == "2");
}

TEST_CASE("Texts compare by bytes, and _ is a character of UTF-8", "[filter]") {
    RowBatch batch = make_batch();
    CHECK(rows_of("White > 'Zoe'", batch) == "03");
    CHECK(rows_of("White like 'Zo_'", batch) == "01");
    CHECK(rows_of("White like '_o%'", batch) == "013");
    CHECK(rows_of("White like '%o%e'", batch) == "1");
    CHECK(rows_of("White like '%'", batch) == "0123");
    CHECK(rows_of("White not like '%_%'", batch) == "2");
    CHECK(rows_of("White in ('', 'Zoe', 'none')", batch) == "12");
}

TEST_CASE("Dates and times are read in several spellings", "[filter]") {
    RowBatch batch;
    // 2017-04-01 is the day 17257.
    for (int day : {17256, 17257, 17258}) {
        batch[Field::utc_date].append_int(day);
        batch[Field::utc_date_time].append_long(day * std::int64_t{86'400'000} + 45'015'000);
        batch.end_row(1);
    }
    CHECK(rows_of("UTCDate = '2017-04-01'", batch) == "1");
    CHECK(rows_of("UTCDate > '2017.04.01'", batch) == "2");
    CHECK(rows_of("UTCDate > '2017-03-31 12:00'", batch) == "12");
    CHECK(rows_of("UTCDateTime = '2017-04-01 12:30:15'", batch) == "1");
    CHECK(rows_of("UTCDateTime >= '2017-04-01T12:30:16Z'", batch) == "2");
    CHECK(rows_of("UTCDateTime < '2017-04-01'", batch) == "0");
    for (const char* text : {"2017-02-29", "2017-4-1", "17-04-01", "2017-04-01 24:00", "-017-01-01",
                             "2017-04-01 12:30:15 and more", "2017-04-01 12:3", ""}) {
        INFO(text);
        auto condition = parse_where("UTCDateTime = '" + std::string(text) + "'");
        CHECK(!Filter::compile(*condition));
    }
}

TEST_CASE("Statistics rule out what cannot be", "[filter]") {
    CHECK(may_match("WhiteElo > 2000", numbers(1000, 2001, 0)));
    CHECK_FALSE(may_match("WhiteElo > 2000", numbers(1000, 2000, 0)));
    CHECK_FALSE(may_match("WhiteElo < 1000", numbers(1000, 2000, 0)));
    CHECK_FALSE(may_match("WhiteElo <> 1000", numbers(1000, 1000, 0)));
    CHECK_FALSE(may_match("WhiteElo in (1, 5000)", numbers(1000, 2000, 0)));
    CHECK_FALSE(may_match("WhiteElo not in (1000)", numbers(1000, 1000, 3)));
    CHECK_FALSE(
        may_match("WhiteElo > 1500 and White = 'x' and WhiteElo < 1400", numbers(1000, 1450, 0)));
    CHECK(may_match("WhiteElo > 1500 or WhiteElo < 1400", numbers(1000, 1450, 0)));
    CHECK_FALSE(may_match("not (WhiteElo > 1500 or WhiteElo <= 1450)", numbers(1000, 1450, 0)));
    CHECK_FALSE(may_match("WhiteElo > 0", numbers(1000, 2000, 10)));
    CHECK_FALSE(may_match("WhiteElo is null", numbers(1000, 2000, 0)));
    CHECK(may_match("WhiteElo is null", numbers(1000, 2000, 1)));
    CHECK_FALSE(may_match("WhiteElo is not null", numbers(0, 0, 10)));
    CHECK(may_match("WhiteElo is null and WhiteElo > 9999", {}));
    CHECK_FALSE(may_match("ECO = 'A99'", texts("B00", "B99")));
    CHECK(may_match("ECO < 'B01'", texts("B00", "B99")));
    CHECK_FALSE(may_match("ECO < 'B00'", texts("B00", "B99")));
    CHECK_FALSE(may_match("ECO > 'B99'", texts("B00", "B99")));
    CHECK_FALSE(may_match("ECO like 'C%'", texts("B00", "B99")));
    CHECK(may_match("ECO like 'B9_'", texts("B00", "B99")));
    CHECK(may_match("ECO not like 'B%'", texts("B00", "B99")));
    CHECK_FALSE(may_match("ECO in ('A00', 'C00')", texts("B00", "B99")));
    CHECK(may_match("ECO not in ('B00')", texts("B00", "B99")));
}
