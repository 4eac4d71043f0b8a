#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;
using ign::chess::Numbering;

namespace {

RowOptions with(ClockColumns clocks) {
    RowOptions options;
    options.clocks = clocks;
    return options;
}

RowOptions with(Numbering numbering) {
    RowOptions options;
    options.numbering = numbering;
    return options;
}

// How the seconds of a clock go on in the text, and what that is in units of 1/scale seconds.
struct Decimals {
    const char* text;
    int scale;
    int value;
};

// A game of knights that go back and forth, with a clock behind every move but the one at `gap`.
struct ClockedGame {
    Decimals decimals;
    std::size_t plies;
    std::size_t gap;

    static int seconds(std::size_t ply) { return 10 + static_cast<int>(ply * 7 % 17); }

    [[nodiscard]] std::string text() const {
        constexpr std::array moves = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
        std::string text;
        for (std::size_t ply = 0; ply < plies; ++ply) {
            text += moves[ply % 4];
            if (ply == gap) continue;
            text += "{ [%clk 0:00:" + std::to_string(seconds(ply)) + decimals.text + "] } ";
        }
        return text + "*\n";
    }

    // The column of a side as rows.hpp prints it.
    [[nodiscard]] std::string list(std::size_t side, ClockColumns columns) const {
        if (plies == 1 && gap == 0) return null;
        std::string list;
        int before = 0;
        for (std::size_t ply = side; ply < plies; ply += 2) {
            if (!list.empty()) list += ',';
            int clock = seconds(ply) * decimals.scale + decimals.value;
            bool spent = columns == ClockColumns::spent && before != 0;
            list += ply == gap ? null : std::to_string(spent ? before - clock : clock);
            if (ply != gap) before = clock;
        }
        return '[' + list + ']';
    }
};

}  // namespace

TEST_CASE("the number of the published games") {
    Row mate = row_of("1. f3 e5 2. g4 Qh4# 0-1\n");
    CHECK(mate[Field::ign] == "143395");
    CHECK(mate[Field::ign8] == "143395");
    CHECK(mate[Field::plies] == "4");
    // Opening of Fischer - Spassky 1992, from python-chess and the rules of ../shared/ign-spec.md.
    Row opening = row_of(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *");
    CHECK(opening[Field::ign] == "107869819227517775346194");
    CHECK(opening[Field::ign8] == "269553138194");
    CHECK(opening[Field::plies] == "16");
}

TEST_CASE("the numbering tells which moves are counted") {
    std::string text = "[FEN \"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n1. Kd2 Kg8 *\n";
    CHECK(row_of(text, with(Numbering::pseudo_legal))[Field::ign] == "153");
    CHECK(row_of(text, with(Numbering::legal))[Field::ign] == "63");
}

TEST_CASE("a game without moves is the number 0") {
    for (const char* text : {"[White \"x\"]\n", "[White \"x\"]\n\n*\n"}) {
        Row row = row_of(text);
        CHECK(row[Field::ign] == "0");
        CHECK(row[Field::ign8] == "0");
        CHECK(row[Field::plies] == "0");
        CHECK(row[Field::error] == null);
        CHECK(row[Field::spent_white] == null);
        CHECK(row[Field::eval] == null);
    }
    // Empty, not a zero byte.
    auto piece = encode("[White \"x\"]\n");
    const auto& ign = (*piece.rows)[Field::ign];
    REQUIRE(ign.ends.size() == 1);
    CHECK(ign.ends[0] == 0);
}

TEST_CASE("ign8 is only there from the standard start") {
    Row other = row_of("[FEN \"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n1. Kd2 *\n");
    CHECK(other[Field::ign] == "3");
    CHECK(other[Field::ign8] == null);
    CHECK(other[Field::plies] == "1");
    Row counters = row_of(
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9\"]\n\n9. e4 e5 *\n");
    CHECK(counters[Field::ign8] == "194");
    Row no_rights =
        row_of("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"]\n\n1. e4 e5 *\n");
    CHECK(no_rights[Field::ign] == "194");
    CHECK(no_rights[Field::ign8] == null);
}

TEST_CASE("time spent is the first clock and then the differences, by colour") {
    std::string text =
        "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } 2. Nf3 { [%clk 0:02:58] } "
        "2... Nc6 { [%clk 0:03:01] } 3. Bb5 { [%clk 0:02:50] } *\n";
    Row spent = row_of(text);
    CHECK(spent[Field::spent_white] == "[180,2,8]");
    CHECK(spent[Field::spent_black] == "[179,-2]");
    CHECK(spent[Field::clock_scale] == "1");
    CHECK(spent[Field::clock_white] == "");
    Row remaining = row_of(text, with(ClockColumns::remaining));
    CHECK(remaining[Field::clock_white] == "[180,178,170]");
    CHECK(remaining[Field::clock_black] == "[179,181]");
    CHECK(remaining[Field::clock_scale] == "1");
    CHECK(remaining[Field::spent_white] == "");
}

TEST_CASE("the scale of the clocks is what the text needs") {
    auto clocks = [](const std::string& first, const std::string& second) {
        return row_of("1. e4 {[%clk " + first + "]} e5 {[%clk " + second + "]} *\n",
                      with(ClockColumns::remaining));
    };
    Row tenths = clocks("0:03:00", "0:02:59.9");
    CHECK(tenths[Field::clock_scale] == "10");
    CHECK(tenths[Field::clock_white] == "[1800]");
    CHECK(tenths[Field::clock_black] == "[1799]");
    Row hundredths = clocks("0:00:01.25", "0:00:01.5");
    CHECK(hundredths[Field::clock_scale] == "100");
    CHECK(hundredths[Field::clock_white] == "[125]");
    CHECK(hundredths[Field::clock_black] == "[150]");
    Row thousandths = clocks("0:00:01.255", "1:00:00");
    CHECK(thousandths[Field::clock_scale] == "1000");
    CHECK(thousandths[Field::clock_white] == "[1255]");
    CHECK(thousandths[Field::clock_black] == "[3600000]");
}

TEST_CASE("clocks of games of every length, in every scale, with and without a gap") {
    for (Decimals decimals :
         {Decimals{"", 1, 0}, {".7", 10, 7}, {".75", 100, 75}, {".753", 1000, 753}}) {
        for (std::size_t plies = 1; plies <= 40; ++plies) {
            for (std::size_t gap : {plies, plies - 1, plies / 2}) {
                ClockedGame game{decimals, plies, gap};
                Row spent = row_of(game.text());
                CHECK(spent[Field::spent_white] == game.list(0, ClockColumns::spent));
                CHECK(spent[Field::spent_black] == game.list(1, ClockColumns::spent));
                Row remaining = row_of(game.text(), with(ClockColumns::remaining));
                CHECK(remaining[Field::clock_white] == game.list(0, ClockColumns::remaining));
                CHECK(remaining[Field::clock_black] == game.list(1, ClockColumns::remaining));
            }
        }
    }
}

TEST_CASE("a move without a clock is a NULL element, a game without clocks a NULL list") {
    std::string text =
        "1. e4 e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:01:30]} Nc6 3. Bb5 a6 {[%clk 0:00:50]} 4. Ba4 "
        "{[%clk 0:01:10]} *\n";
    Row spent = row_of(text);
    CHECK(spent[Field::spent_white] == "[(null),90,(null),20]");
    CHECK(spent[Field::spent_black] == "[60,(null),10]");
    Row remaining = row_of(text, with(ClockColumns::remaining));
    CHECK(remaining[Field::clock_white] == "[(null),90,(null),70]");
    CHECK(remaining[Field::clock_black] == "[60,(null),50]");
    Row none = row_of("1. e4 e5 {a comment} *\n");
    CHECK(none[Field::spent_white] == null);
    CHECK(none[Field::spent_black] == null);
    CHECK(none[Field::clock_scale] == null);
    Row one_side = row_of("1. e4 {[%clk 0:01:00]} *\n");
    CHECK(one_side[Field::spent_white] == "[60]");
    CHECK(one_side[Field::spent_black] == "[]");
}

TEST_CASE("Black's moves are Black's where Black begins") {
    std::string start = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n";
    Row row =
        row_of(start + "1... e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:02:00]} Nc6 {[%clk 0:00:57]} *\n");
    CHECK(row[Field::ign] == "9569");
    CHECK(row[Field::ign8] == null);
    CHECK(row[Field::plies] == "3");
    CHECK(row[Field::spent_white] == "[120]");
    CHECK(row[Field::spent_black] == "[60,3]");
    Row one = row_of(start + "1... e5 {[%clk 0:01:00]} *\n");
    CHECK(one[Field::spent_white] == "[]");
    CHECK(one[Field::spent_black] == "[60]");
}

TEST_CASE("evaluations are centipawns, mates are counted from the ends of 16 bits") {
    Row row = row_of(
        "1. e4 {[%eval 0.17]} e5 {[%eval -1.5]} 2. Nf3 {[%eval #3]} Nc6 {[%eval #-3]} 3. Bb5 "
        "{[%eval #1]} a6 {[%eval #-1]} 4. Ba4 {[%eval 0.0]} Nf6 {[%eval 12]} 5. O-O Be7 {[%eval "
        "320.0]} *\n");
    CHECK(row[Field::eval] == "[17,-150,32765,-32766,32767,-32768,0,1200,(null),32000]");
    CHECK(row[Field::spent_white] == null);
    Row none = row_of("1. e4 e5 *\n");
    CHECK(none[Field::eval] == null);
}

TEST_CASE("an evaluation out of range is none") {
    Row row = row_of(
        "1. e4 {[%eval 320.01]} e5 {[%eval -320.01]} 2. Nf3 {[%eval #700]} Nc6 {[%eval #701]} 3. "
        "Bb5 "
        "{[%eval #-700]} a6 {[%eval #-701]} 4. Ba4 {[%eval #0]} *\n");
    CHECK(row[Field::eval] == "[(null),(null),32068,(null),-32069,(null),(null)]");
    CHECK(row_of("1. e4 {[%eval 999999.0]} *\n")[Field::eval] == null);
}

TEST_CASE("notes belong to the move before them; the first of a kind counts") {
    Row row = row_of(
        "{[%clk 9:00:00] [%eval 9.0]} 1. e4 {[%clk 0:01:00]} {[%clk 0:02:00] [%eval 1.0]} "
        "(1. d4 {[%clk 0:05:00]}) e5 (1... c5) {[%eval 2.0]} *\n");
    CHECK(row[Field::spent_white] == "[60]");
    CHECK(row[Field::spent_black] == "[(null)]");
    CHECK(row[Field::eval] == "[100,200]");
    Row line_comment = row_of("1. e4 ; [%clk 0:01:00]\ne5 *\n");
    CHECK(line_comment[Field::spent_white] == "[60]");
}

TEST_CASE("a rejected game keeps its tags and its text, and nothing of its moves") {
    std::string text =
        "[White \"M\xFCller\"]\n[WhiteElo \"1500\"]\n[Foo \"bar\"]\n[Result \"1-0\"]\n\n"
        "1. e4 {[%clk 0:01:00] [%eval 0.5]} e5 2. Ke3 1-0\n\n";
    Row row = row_of(text);
    CHECK(row[Field::white] == "M\xC3\xBCller");
    CHECK(row[Field::white_elo] == "1500");
    CHECK(row[Field::tags_key] == "[Foo]");
    CHECK(row[Field::result] == "1-0");
    CHECK(row[Field::error] == "illegal move at ply 3: Ke3");
    CHECK(row[Field::raw] == text);
    for (Field field : {Field::ign, Field::ign8, Field::plies, Field::spent_white,
                        Field::spent_black, Field::clock_scale, Field::eval}) {
        CHECK(row[field] == null);
    }
}

TEST_CASE("rows of good and bad games stand side by side") {
    auto rows = rows_of(
        "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e5 *\n\n[White \"c\"]\n\n1. d4 {[%clk "
        "0:00:01]} *\n");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0][Field::white] == "a");
    CHECK(rows[0][Field::ign] == "14");
    CHECK(rows[1][Field::white] == "b");
    CHECK(rows[1][Field::error] == "illegal move at ply 1: e5");
    CHECK(rows[2][Field::white] == "c");
    CHECK(rows[2][Field::spent_white] == "[1]");
    CHECK(rows[2][Field::error] == null);
}
