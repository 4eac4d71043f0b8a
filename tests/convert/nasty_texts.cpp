#include "nasty_texts.hpp"

#include <cstdio>

namespace ign::convert::test {
namespace {

std::string with_crlf(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

const std::string two_games =
    "[Event \"one\"]\n[White \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"two\"]\n[White \"b\"]\n\n1. d4 "
    "0-1\n\n";

}  // namespace

std::vector<NastyText> nasty_texts() {
    const std::string trap = "\n\n[Event \"trap\"]\n[White \"nobody\"]\n\n1. c4 1-0\n\n";
    return {
        {"empty", ""},
        {"only a line break", "\n"},
        {"only prose", "There is no game here.\nNone at all, 1-0 or not.\n"},
        {"two games", two_games},
        {"two games with CRLF", with_crlf(two_games)},
        {"no line break at the end", "[Event \"one\"]\n\n1. e4 e5"},
        {"headerless games", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 *\n1. Nf3 1/2-1/2 1. b3 *"},
        {"a trap in a comment", "[Event \"one\"]\n\n1. e4 {see" + trap + "} e5 *\n\n" + two_games},
        {"two traps in comments", "[Event \"one\"]\n\n1. e4 {" + trap + "} e5 {" + trap + trap +
                                      "} 2. Nf3 *\n\n" + two_games},
        {"a trap in a variation",
         "[Event \"one\"]\n\n1. e4 (1. d4 {" + trap + "}) e5 *\n\n" + two_games},
        {"a trap before the first game", "{" + trap + "}\n\n" + two_games},
        {"prose between games",
         "Games of the week\n\n" + two_games + "The next one is short.\n\n" + two_games},
        {"prose that looks like a game", "From 1. e4 on it was lost.\n\n" + two_games},
        {"text after the last game", two_games + "\nThat was all.\n{really}\n"},
        {"text after a bad last game", "[Event \"one\"]\n\n1. e4 e4 1-0\n\n; the end\n(nothing)\n"},
        {"a comment that is never closed",
         two_games + "[Event \"x\"]\n\n1. e4 {open\n\n" + two_games},
        {"a variation that is never closed",
         two_games + "[Event \"x\"]\n\n1. e4 (1. d4\n\n" + two_games},
        {"bad games among good ones", two_games + "[Event \"bad\"]\n\n1. e5 *\n\n" + two_games +
                                          "[Event \"worse\"]\n[FEN \"x\"]\n\n1. e4 *\n\n"},
        {"games without a terminator",
         "[Event \"one\"]\n\n1. e4 e5\n\n[Event \"two\"]\n\n1. d4\n\n[Event \"three\"]\n"},
        {"tags only", "[Event \"one\"]\n\n[Event \"two\"]\n\n\n[Event \"three\"]\n[White \"x\"]\n"},
        {"damaged tags",
         "[Event \"one\n[White x]\n[Black \"b\"\n\n1. e4 *\n\n[Event\"two\"]\n1. d4 *\n"},
        {"bytes that are no text",
         std::string("\xEF\xBB\xBF[Event \"\xFF\x00\"]\n\n1. e4 \xA0 e5 \x1A", 30) + two_games},
        {"lines begun with a percent sign",
         "%\n\n[Event \"one\"]\n\n%1. d4\n1. e4 *\n%end\n" + two_games},
        {"games of a dump", dump_games(4)},
        {"games of a dump with CRLF", with_crlf(dump_games(3))},
        {"games of a dump with another result than their tag states",
         "[Result \"1-0\"]\n\n1. e4 *\n\n" + dump_games(1) + "[Result \"?\"]\n\n1. e4 0-1\n\n" +
             dump_games(1) + "[White \"x\"]\n\n1. e4 0-1\n\n" + dump_games(1)},
        {"a damaged tag after the last game", "1. e4 *\n\n[e4 *\n"},
        {"games of a dump with tag names that are none",
         "[8vent \"one\"]\n[White \"a\"]\n\n1. d4 0-1\n\n" + dump_games(1) +
             "[White_x \"\"]\n[X \"\"]\n\n1. d4 *\n\n" + dump_games(1)},
        {"a game of another kind after games of a dump",
         dump_games(2) + "[White \"x\"]\n\n1.e4 *\n"},
    };
}

std::string dump_games(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        int seconds = static_cast<int>(i % 50);
        bool analysed = i % 3 == 2;
        char number[32];
        std::snprintf(number, sizeof number, "%08zu", i);
        text +=
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/" + std::string(number) +
            "\"]\n[Date \"2024.01.05\"]\n[Round \"-\"]\n[White \"white_" + std::to_string(i % 7) +
            "\"]\n[Black \"black-" + std::to_string(i % 5) +
            "\"]\n[Result \"0-1\"]\n[UTCDate \"2024.01.05\"]\n[UTCTime \"12:34:56\"]\n"
            "[WhiteElo \"1500\"]\n[BlackElo \"1612\"]\n[WhiteRatingDiff \"-6\"]\n"
            "[BlackRatingDiff \"+7\"]\n[ECO \"A00\"]\n[Opening \"Barnes Opening: Fool's Mate\"]\n"
            "[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n\n";
        const char* moves[] = {"f3", "e5", "g4", "Qh4#"};
        const char* evals[] = {"-0.5", "-0.45", "#-1", nullptr};
        const char* glyphs[] = {"?!", "", "??", ""};
        for (int ply = 0; ply < 4; ++ply) {
            std::string dots = ply % 2 == 0 ? ". " : "... ";
            text += std::to_string(ply / 2 + 1) + dots + moves[ply];
            if (analysed) text += glyphs[ply];
            text += " { ";
            if (analysed && evals[ply] != nullptr)
                text += std::string("[%eval ") + evals[ply] + "] ";
            char clock[32];
            std::snprintf(clock, sizeof clock, "[%%clk 0:02:%02d] } ",
                          (59 - ply - seconds + 60) % 60);
            text += clock;
        }
        text += "0-1\n\n";
    }
    return text;
}

}  // namespace ign::convert::test
