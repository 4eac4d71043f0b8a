#include <catch2/catch.hpp>
#include <string>

#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

namespace {

// The names and values of the map as `[A=1,B=2]`.
std::string map_of(const Row& row) {
    const std::string& keys = row[Field::tags_key];
    return keys == "[]" || keys == null ? keys : keys + "=" + row[Field::tags_value];
}

}  // namespace

TEST_CASE("tags go to their columns") {
    Row row = row_of(
        "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n"
        "[Date \"2024.01.02\"]\n[Round \"-\"]\n[White \"alice\"]\n[Black \"bob\"]\n[Result "
        "\"1-0\"]\n"
        "[UTCDate \"2024.02.29\"]\n[UTCTime \"12:34:56\"]\n[WhiteElo \"1500\"]\n[BlackElo "
        "\"1612\"]\n"
        "[WhiteRatingDiff \"+6\"]\n[BlackRatingDiff \"-7\"]\n[WhiteTitle \"GM\"]\n[BlackTitle "
        "\"BOT\"]\n"
        "[ECO \"A00\"]\n[Opening \"Barnes Opening: Fool's Mate\"]\n[TimeControl \"180+2\"]\n"
        "[Termination \"Normal\"]\n[Variant \"Standard\"]\n\n1. f3 1-0\n");
    CHECK(row[Field::event] == "Rated Blitz game");
    CHECK(row[Field::site] == "https://lichess.org/abcdefgh");
    CHECK(row[Field::date] == "2024.01.02");
    CHECK(row[Field::round] == "-");
    CHECK(row[Field::white] == "alice");
    CHECK(row[Field::black] == "bob");
    CHECK(row[Field::result] == "1-0");
    CHECK(row[Field::white_title] == "GM");
    CHECK(row[Field::black_title] == "BOT");
    CHECK(row[Field::white_elo] == "1500");
    CHECK(row[Field::black_elo] == "1612");
    CHECK(row[Field::white_rating_diff] == "6");
    CHECK(row[Field::black_rating_diff] == "-7");
    CHECK(row[Field::utc_date] == "19782");
    CHECK(row[Field::utc_date_time] == "1709210096000");
    CHECK(row[Field::eco] == "A00");
    CHECK(row[Field::opening] == "Barnes Opening: Fool's Mate");
    CHECK(row[Field::termination] == "Normal");
    CHECK(row[Field::time_control] == "180+2");
    CHECK(row[Field::variant] == "Standard");
    CHECK(row[Field::fen] == null);
    CHECK(map_of(row) == "[]");
    CHECK(row[Field::error] == null);
    CHECK(row[Field::source] == "");
    CHECK(row[Field::movetext] == "");
}

TEST_CASE("a missing tag is NULL and an empty one an empty text") {
    Row row =
        row_of("[White \"\"]\n[ECO \"\"]\n[WhiteElo \"\"]\n[UTCDate \"\"]\n[Foo \"\"]\n\n*\n");
    CHECK(row[Field::white] == "");
    CHECK(row[Field::eco] == "");
    CHECK(row[Field::black] == null);
    CHECK(row[Field::event] == null);
    CHECK(row[Field::white_elo] == null);
    CHECK(row[Field::black_elo] == null);
    CHECK(row[Field::utc_date] == null);
    CHECK(row[Field::utc_date_time] == null);
    CHECK(map_of(row) == "[WhiteElo,UTCDate,Foo]=[,,]");
}

TEST_CASE("of a tag given twice the last value counts") {
    Row row = row_of(
        "[White \"first\"]\n[WhiteElo \"1\"]\n[Foo \"a\"]\n[Bar \"b\"]\n[White \"second\"]\n"
        "[WhiteElo \"2\"]\n[Foo \"c\"]\n\n*\n");
    CHECK(row[Field::white] == "second");
    CHECK(row[Field::white_elo] == "2");
    CHECK(map_of(row) == "[Bar,Foo]=[b,c]");
}

TEST_CASE("of a number given twice, a last one that does not fit leaves the column NULL") {
    Row row = row_of("[WhiteElo \"1500\"]\n[White \"x\"]\n[WhiteElo \"1500?\"]\n\n*\n");
    CHECK(row[Field::white_elo] == null);
    CHECK(map_of(row) == "[WhiteElo]=[1500?]");
}

TEST_CASE("values that do not fit their columns stay among the tags, in order") {
    Row row = row_of(
        "[WhiteElo \"?\"]\n[BlackElo \"40000\"]\n[WhiteRatingDiff \"+1.5\"]\n[Annotator \"me\"]\n"
        "[UTCDate \"2024.02.30\"]\n[UTCTime \"12:00:00\"]\n[Result \"White wins\"]\n\n1. e4 0-1\n");
    CHECK(row[Field::white_elo] == null);
    CHECK(row[Field::black_elo] == null);
    CHECK(row[Field::white_rating_diff] == null);
    CHECK(row[Field::utc_date] == null);
    CHECK(row[Field::utc_date_time] == null);
    CHECK(row[Field::result] == "0-1");
    CHECK(map_of(row) ==
          "[WhiteElo,BlackElo,WhiteRatingDiff,Annotator,UTCDate,UTCTime,Result]="
          "[?,40000,+1.5,me,2024.02.30,12:00:00,White wins]");
}

TEST_CASE("UTCDateTime needs both tags") {
    Row date_only = row_of("[UTCDate \"1970.01.02\"]\n\n*\n");
    CHECK(date_only[Field::utc_date] == "1");
    CHECK(date_only[Field::utc_date_time] == null);
    CHECK(map_of(date_only) == "[]");
    Row time_only = row_of("[UTCTime \"00:00:01\"]\n\n*\n");
    CHECK(time_only[Field::utc_date] == null);
    CHECK(time_only[Field::utc_date_time] == null);
    CHECK(map_of(time_only) == "[UTCTime]=[00:00:01]");
    Row bad_time = row_of("[UTCDate \"1970.01.02\"]\n[UTCTime \"24:00:00\"]\n\n*\n");
    CHECK(bad_time[Field::utc_date] == "1");
    CHECK(bad_time[Field::utc_date_time] == null);
    CHECK(map_of(bad_time) == "[UTCTime]=[24:00:00]");
    Row before_epoch = row_of("[UTCTime \"23:59:59\"]\n[UTCDate \"1969.12.31\"]\n\n*\n");
    CHECK(before_epoch[Field::utc_date] == "-1");
    CHECK(before_epoch[Field::utc_date_time] == "-1000");
    CHECK(map_of(before_epoch) == "[]");
}

TEST_CASE("values come out unescaped and in UTF-8") {
    Row row = row_of(
        "[Event \"a \\\"quoted\\\" \\\\ name\"]\n[White \"M\xFCller\"]\n[Black \"M\xC3\xBCller\"]\n"
        "[Site \"\x80 \x93x\x94\"]\n[Opening \"\\n\"]\n[Note \"\xE9\"]\n\n*\n");
    CHECK(row[Field::event] == "a \"quoted\" \\ name");
    CHECK(row[Field::white] == "M\xC3\xBCller");
    CHECK(row[Field::black] == "M\xC3\xBCller");
    CHECK(row[Field::site] == "\xE2\x82\xAC \xE2\x80\x9Cx\xE2\x80\x9D");  // euro, curly quotes
    CHECK(row[Field::opening] == "\\n");
    CHECK(map_of(row) == "[Note]=[\xC3\xA9]");
}

TEST_CASE("the result is the tag's where it states one, else the terminator's") {
    auto result = [](const std::string& tag, const std::string& terminator) {
        std::string text = tag.empty() ? "" : "[Result \"" + tag + "\"]\n\n";
        return row_of(text + "1. e4 e5 " + terminator + "\n")[Field::result];
    };
    CHECK(result("1-0", "1-0") == "1-0");
    CHECK(result("1-0", "0-1") == "1-0");
    CHECK(result("1-0", "*") == "1-0");
    CHECK(result("1/2-1/2", "") == "1/2-1/2");
    CHECK(result("*", "*") == "*");
    CHECK(result("?", "0-1") == "0-1");
    CHECK(result("", "1-0") == "1-0");
    CHECK(result("", "1/2-1/2") == "1/2-1/2");
    CHECK(result("", "1/2") == "1/2-1/2");
    CHECK(result("", "*") == "*");
    CHECK(result("", "") == null);
    CHECK(result("?", "") == null);
    CHECK(result("White wins", "1/2") == "1/2-1/2");
}

TEST_CASE("the standard start has no FEN, however it is spelled") {
    const std::string standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (const std::string& fen : {standard + " 0 1", standard, std::string("")}) {
        Row row = row_of("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n1. f3 *\n");
        CHECK(row[Field::fen] == null);
        CHECK(row[Field::ign] == "15");  // the first digit of the published game f3 e5 g4 Qh4#
        CHECK(row[Field::error] == null);
        CHECK(map_of(row) == "[SetUp]=[1]");
    }
    Row later = row_of("[FEN \"" + standard + " 5 17\"]\n\n17. f3 *\n");
    CHECK(later[Field::fen] == standard + " 5 17");
    Row other = row_of("[FEN \"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n1. Kd2 Kg8 *\n");
    CHECK(other[Field::fen] == "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
}

TEST_CASE("of two FEN tags the last one is the start") {
    Row row = row_of(
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[White \"x\"]\n"
        "[FEN \"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n1. Kd2 *\n");
    CHECK(row[Field::error] == null);
    CHECK(row[Field::fen] == "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
}

TEST_CASE("source and movetext are columns where they are asked for") {
    RowOptions options;
    options.movetext = Movetext::keep;
    options.source = "a/b.pgn";
    Row row = row_of("[White \"x\"]\n\n {first} 1. e4 {M\xFCller} e5 1-0 \n\n", options);
    CHECK(row[Field::movetext] == "{first} 1. e4 {M\xC3\xBCller} e5 1-0");
    CHECK(row[Field::source] == "a/b.pgn");
}
