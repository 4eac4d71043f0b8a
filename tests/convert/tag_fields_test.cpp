#include "ign/convert/tag_fields.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ign/convert/tag_numbers.hpp"

using namespace ign::convert;
using ign::columnar::Field;

TEST_CASE("every tag that has a column is found under its exact name and its letter") {
    using enum TagTarget;
    struct Expected {
        const char* name;
        char letter;
        TagTarget target;
        Field field;
    };
    const std::vector<Expected> names = {
        {"Event", 'E', text, Field::event},
        {"Site", 'S', text, Field::site},
        {"Date", 'D', text, Field::date},
        {"Round", 'R', text, Field::round},
        {"White", 'W', text, Field::white},
        {"Black", 'B', text, Field::black},
        {"Result", 'r', text, Field::result},
        {"WhiteTitle", 'v', text, Field::white_title},
        {"BlackTitle", 'u', text, Field::black_title},
        {"WhiteElo", 'w', number, Field::white_elo},
        {"BlackElo", 'b', number, Field::black_elo},
        {"WhiteRatingDiff", 'x', number, Field::white_rating_diff},
        {"BlackRatingDiff", 'y', number, Field::black_rating_diff},
        {"UTCDate", 'U', utc_date, Field::utc_date},
        {"UTCTime", 'T', utc_time, Field::utc_date_time},
        {"ECO", 'C', text, Field::eco},
        {"Opening", 'O', text, Field::opening},
        {"Termination", 'e', text, Field::termination},
        {"TimeControl", 't', text, Field::time_control},
        {"Variant", 'V', text, Field::variant},
        {"FEN", 'F', text, Field::fen},
    };
    CHECK(names.size() == tag_fields.size());
    for (const Expected& expected : names) {
        INFO(expected.name);
        std::string name = expected.name;
        int place = find_tag_field(std::string_view(name));
        REQUIRE(place >= 0);
        const TagField& found = tag_fields.at(static_cast<std::size_t>(place));
        CHECK(found.name == name);
        CHECK(found.target == expected.target);
        CHECK(found.field == expected.field);
        CHECK(find_tag_field(expected.letter) == place);
        for (std::size_t i = 0; i < name.size(); ++i) {
            std::string wrong = name;
            wrong[i] = static_cast<char>(wrong[i] ^ 0x20);
            CHECK(find_tag_field(std::string_view(wrong)) == -1);
            std::string start = name.substr(0, i);
            if (start == "White" || start == "Black") continue;
            CHECK(find_tag_field(std::string_view(start)) == -1);
        }
        CHECK(find_tag_field(std::string_view(name + " ")) == -1);
        CHECK(find_tag_field(std::string_view(name + name)) == -1);
    }
}

TEST_CASE("other names, and all names of one or two bytes, go to the map") {
    for (std::string_view name :
         {"", "SetUp", "Annotator", "ign", "UTCDateTime", "\xFF\xFE", "WhiteELO"}) {
        CHECK(find_tag_field(name) == -1);
    }
    int letters = 0;
    for (int a = 0; a < 256; ++a) {
        letters += find_tag_field(static_cast<char>(a)) >= 0;
        for (int b = -1; b < 256; ++b) {
            std::string name(1, static_cast<char>(a));
            if (b >= 0) name += static_cast<char>(b);
            if (find_tag_field(std::string_view(name)) != -1) FAIL(name);
        }
    }
    CHECK(letters == 21);
}

TEST_CASE("parse_int16 reads whole numbers of 16 bits and nothing else") {
    const std::vector<std::pair<const char*, int>> good = {
        {"0", 0},  {"1500", 1500},   {"+12", 12},        {"-7", -7},    {"-0", 0},
        {"+0", 0}, {"32767", 32767}, {"-32768", -32768}, {"00012", 12}, {"-00012", -12},
    };
    for (auto [text, value] : good) {
        INFO(text);
        REQUIRE(parse_int16(text));
        CHECK(*parse_int16(text) == value);
    }
    for (const char* text :
         {"",       "+",      "-",          "?",     "1500?", " 1500",    "1500 ",
          "1500.5", "0x10",   "1e3",        "--1",   "+-1",   "32768",    "-32769",
          "99999",  "100000", "4294967296", "1 500", "1,500", "\xD9\xA1", "1\n"}) {
        INFO(text);
        CHECK_FALSE(parse_int16(text));
    }
    CHECK_FALSE(parse_int16(std::string_view("1\0", 2)));
}

TEST_CASE("parse_int16 agrees with the numbers it is given") {
    for (int value = -40000; value <= 40000; ++value) {
        auto parsed = parse_int16(std::to_string(value));
        bool fits = value >= -32768 && value <= 32767;
        if (parsed.has_value() != fits || (fits && *parsed != value)) FAIL(value);
    }
}

TEST_CASE("parse_date gives days since 1970-01-01") {
    // From the count of days that every system's `date -d ... +%s` / 86400 gives.
    CHECK(parse_date("1970.01.01") == 0);
    CHECK(parse_date("1970.01.02") == 1);
    CHECK(parse_date("1969.12.31") == -1);
    CHECK(parse_date("2000.02.29") == 11016);
    CHECK(parse_date("2013.01.01") == 15706);
    CHECK(parse_date("2024.02.29") == 19782);
    CHECK(parse_date("1900.03.01") == -25508);
    for (const char* text :
         {"", "????.??.??", "2024.??.??", "2024.02.30", "2023.02.29", "1900.02.29", "2024.00.10",
          "2024.13.10", "2024.10.00", "2024.10.32", "2024-10-10", "2024.1.1", "2024.10.10 ",
          " 2024.10.10", "24.10.10", "2024.1O.10", "2024.10.1", "+024.10.10", "2024.-1.10"}) {
        INFO(text);
        CHECK_FALSE(parse_date(text));
    }
}

TEST_CASE("parse_date agrees with a day counted up from 1600") {
    auto leap = [](int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; };
    const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int day_number = -135140;  // 1600-01-01
    for (int year = 1600; year < 2400; ++year) {
        for (int month = 1; month <= 12; ++month) {
            int days = month_days[month - 1] + (month == 2 && leap(year));
            for (int day = 1; day <= 31; ++day) {
                char text[40];
                std::snprintf(text, sizeof text, "%04d.%02d.%02d", year, month, day);
                auto parsed = parse_date(text);
                if (parsed.has_value() != (day <= days)) FAIL(text);
                if (parsed && *parsed != day_number++) FAIL(text);
            }
        }
    }
}

TEST_CASE("parse_time gives seconds since midnight") {
    CHECK(parse_time("00:00:00") == 0);
    CHECK(parse_time("23:59:59") == 86399);
    CHECK(parse_time("12:34:56") == 45296);
    for (const char* text :
         {"", "24:00:00", "23:60:00", "23:59:60", "1:00:00", "12:34", "12:34:5", "12.34.56",
          "12:34:56 ", "-1:00:00", "+1:00:00", "??:??:??", "12:34:5a"}) {
        INFO(text);
        CHECK_FALSE(parse_time(text));
    }
}

TEST_CASE("parse_variant knows chess and Chess960 under their names") {
    for (const char* name : {"", "Standard", "standard", "STANDARD", "Chess", "chess", "Normal",
                             "Regular", "From Position", "from-position", "From position",
                             "Orthodox", "wild/5", "wild/8a", "?", "-"}) {
        INFO(name);
        CHECK(parse_variant(name) == Ruleset::chess);
    }
    for (const char* name :
         {"Chess960", "chess960", "Chess 960", "chess-960", "Fischerandom", "fischerandom",
          "Fischer Random", "FischerRandom", "FRC", "frc", "Freestyle", "Freestyle Chess", "DFRC",
          "Fischer Random Chess", "wild/fr"}) {
        INFO(name);
        CHECK(parse_variant(name) == Ruleset::chess960);
    }
    for (const char* name :
         {"Crazyhouse",   "Atomic",          "Antichess",    "Horde",     "King of the Hill",
          "Racing Kings", "Three-check",     "3check",       "Bughouse",  "Suicide",
          "Seirawan",     "Chess960 Atomic", "960960",       "Standardx", "wild/9",
          "Capablanca",   "Shogi",           "\xE2\x99\x9A", "#",         "Xiangqi"}) {
        INFO(name);
        CHECK(parse_variant(name) == Ruleset::unsupported);
    }
}
