#include <catch2/catch.hpp>

#include "ign/pgn/writer.hpp"
#include "laws.hpp"
#include "pgn_text.hpp"

using namespace ign::pgn;
using namespace ign::pgn::test;

namespace {

TagPair tag_of(std::string_view text) {
    return read_tag({TokenKind::tag, text.data(), text.data() + text.size()});
}

std::string value_of(std::string_view text) {
    std::string scratch;
    return std::string(unescape(tag_of(text).value, scratch));
}

/// Tags as name=value pairs; the moves must be e4 e5 whatever the tags are like.
std::string tags_before_moves(const std::string& tags) {
    const std::string text = tags + "\n1. e4 e5 *\n";
    const auto games = read_games(text);
    REQUIRE(games.size() == 1);
    CHECK(games[0].moves == std::vector<std::string>{"e4", "e5"});
    CHECK(games[0].junk.empty());
    CHECK(games[0].problem == Problem::none);
    std::string all;
    std::string scratch;
    for (const TagPair& tag : games[0].tags) {
        all += std::string(tag.name) + "=" + std::string(unescape(tag.value, scratch)) + "|";
    }
    return all;
}

}  // namespace

TEST_CASE("canonical tags") {
    const TagPair tag = tag_of("[WhiteElo \"1500\"]");
    CHECK(tag.name == "WhiteElo");
    CHECK(tag.value == "1500");
    CHECK(tag.form == TagForm::canonical);
    CHECK(tag_of("[Event \"\"]").form == TagForm::canonical);
    CHECK(tag_of("[Event \"The \\\"Closed\\\" \\\\ Cup\"]").form == TagForm::canonical);
}

TEST_CASE("only quote and backslash are escapes") {
    CHECK(value_of("[Event \"The \\\"Closed\\\" Cup\"]") == "The \"Closed\" Cup");
    CHECK(value_of("[Event \"dir\\\\games\\\\x\"]") == "dir\\games\\x");
    CHECK(value_of("[Site \"a\\\\\\\"b\"]") == "a\\\"b");
    CHECK(value_of("[Event \"Let\\'s go \\n\"]") == "Let\\'s go \\n");
    CHECK(tag_of("[Event \"Let\\'s go\"]").form == TagForm::other);
}

TEST_CASE("tags spelled in other ways are read") {
    CHECK(tag_of("[ White   \"White A\" ]").name == "White");
    CHECK(tag_of("[ White   \"White A\" ]").value == "White A");
    CHECK(tag_of("[ White   \"White A\" ]").form == TagForm::other);
    CHECK(value_of("[Event \"2nd \"Blue Bay\" Open\"]") == "2nd \"Blue Bay\" Open");
    CHECK(tag_of("[Event \"2nd \"Blue Bay\" Open\"]").form == TagForm::other);
    CHECK(value_of("[Annotator \"] [x] \\\"]\"]") == "] [x] \"]");
}

TEST_CASE("several tags on one line, and tags split over lines") {
    CHECK(tags_before_moves("[Event \"E\"] [Site \"S\"][White \"W\"]\n[SetUp \"1\"] [FEN \"f\"]") ==
          "Event=E|Site=S|White=W|SetUp=1|FEN=f|");
    CHECK(tags_before_moves("[Event\n\"E\"\n]\n[ White   \"W\" ]\n[SetUp \"1\"\n] [FEN\n\"f\"]") ==
          "Event=E|White=W|SetUp=1|FEN=f|");
    CHECK(tags_before_moves("[Event \"E\"]\r[White \"W\"]\r\n[Result \"*\"]\r\n") ==
          "Event=E|White=W|Result=*|");
}

TEST_CASE("brackets, parentheses and comment signs in values are text") {
    CHECK(tags_before_moves("[Event \"Cup; final {a} (b\"]\n[Opening \"x [!] (\"]") ==
          "Event=Cup; final {a} (b|Opening=x [!] (|");
}

TEST_CASE("damage costs the damaged tag only") {
    CHECK(tags_before_moves("[Event \"E\"\n[Site \"S\"]\n[White \"W\n[Black \"B\"]") ==
          "Event=E|Site=S|White=W|Black=B|");
    CHECK(tags_before_moves("[Event \"dir\\\"]\n[White \"W\"]") == "Event=dir\\|White=W|");
    CHECK(tags_before_moves("[Event \"E\"]\n[WhiteElo 1500]\n[White \"W\"]") ==
          "Event=E|WhiteElo=1500|White=W|");
    CHECK(tags_before_moves("[Event \"E\"]\n[White Elo \"1500\"]\n[White \"W\"]") ==
          "Event=E|=Elo \"1500\"|White=W|");
    CHECK(tags_before_moves("[Event \"E\"]\n[]\n[ \"x\"]\n[White \"W\"]").find("White=W") !=
          std::string::npos);
    CHECK(tags_before_moves("[Event \"a \"b\"] c\"]\n[White \"W\"]").find("White=W") !=
          std::string::npos);
    CHECK(tags_before_moves("[Event \"E\"]\n[Annotator \"broken\nvalue\"]\n[White \"W\"]") ==
          "Event=E|Annotator=broken|White=W|");
}

TEST_CASE("a line between tags that has lost its brackets costs that tag only") {
    for (const std::string line :
         {"WhiteElo 1500", "(WhiteElo \"1500\")", "<WhiteElo \"1500\">", "WhiteElo \"1500\"",
          "([WhiteElo \"1500\"]", "WhiteElo {1500}"}) {
        CAPTURE(line);
        for (const std::string end : {"\n", "\r\n", "\r"}) {
            const std::string tags = "[Event \"E\"]" + end + line + end + "[White \"W\"]";
            CHECK(tags_before_moves(tags) == "Event=E|White=W|");
            CHECK(laws::all(tags + "\n1. e4 *\n\n" + tags + "\n1. d4 *\n", 1).empty());
        }
        // With nothing behind it, or with another game, it stands among the moves.
        CHECK(read_games("[Event \"E\"]\n" + line + "\n[Event \"F\"]\n\n1. e4 *\n").size() == 2);
    }
    CHECK(moves_of("[White \"W\"]\n(1. d4 d5) 1. e4 *\n") == "e4");
    CHECK(read_games("[Event \"E\"]\ne4\n[White \"W\"]\nd4\n").size() == 2);
}

TEST_CASE("a bracket that is no tag does not swallow the moves") {
    for (const std::string tags :
         {"[", "[\n", "[\n[White \"W\"]", "[White \"W\"]\n[", "[White \"W\"]\n[\n", "[]\n", "[ ",
          "[White \"W\"]\n\n[\n\n", "[White\n", "[White \"W\"]\n[[", "x\n["}) {
        CAPTURE(tags);
        CHECK(moves_of(tags + "1. e4 e5 2. Nf3 *\n") == "e4 e5 Nf3");
        CHECK(moves_of(tags + "e4 e5 Nf3 *\n") == "e4 e5 Nf3");
        CHECK(moves_of(tags + "\n{first} 1. e4 e5 2. Nf3 *\n") == "e4 e5 Nf3");
    }
    // Names are those of the standard's symbols: they do not begin with a sign.
    CHECK(tags_before_moves("[Event \"E\"]\n[1st \"a\"]\n[_x \"b\"]") == "Event=E|1st=a|_x=b|");
    CHECK(tags_before_moves("[Event \"E\"]\n[-x \"a\"]").find("-x=") == std::string::npos);
}

TEST_CASE("two damaged tags with a blank line between are not two games") {
    CHECK(tags_before_moves("[Event \"E\"]\n[White Elo \"1\"]\n\n[Black Elo \"2\"]\n[!]\n\n[!]") !=
          "");
}

TEST_CASE("a value of 70,000 bytes is whole") {
    const std::string value(70'000, 'v');
    CHECK(tags_before_moves("[Event \"" + value + "\"]") == "Event=" + value + "|");
}

TEST_CASE("a tag of the limit is read, one over it rejects its game") {
    const std::string around = "[Event \"\"]";
    std::string value(tag_bytes_limit - around.size(), 'v');
    CHECK(read_games("[Event \"" + value + "\"]\n\n1. e4 *\n").at(0).problem == Problem::none);
    value += 'v';
    const auto games = read_games("[Event \"" + value + "\"]\n\n1. e4 *\n\n[Event \"b\"]\n*\n");
    REQUIRE(games.size() == 2);
    CHECK(games[0].problem == Problem::tag_too_long);
    CHECK(games[1].problem == Problem::none);
}

TEST_CASE("written tags are read back as canonical") {
    for (const std::string value : {"", "plain", "a\"b", "\\", "\\\\\"", "[x] \"]", "\xC3\xA9"}) {
        std::string written;
        write_tag("Event", value, written);
        CAPTURE(written);
        CHECK(tag_of(written).form == TagForm::canonical);
        CHECK(value_of(written) == value);
    }
    std::string written;
    write_tag("Event", "a\"b\\c", written);
    CHECK(written == "[Event \"a\\\"b\\\\c\"]");
}
