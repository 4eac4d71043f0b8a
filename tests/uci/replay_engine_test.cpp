#include "ign/uci/replay_engine.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace ign::uci {

namespace {

using Lines = std::vector<std::string>;

/// The engine and what it has said since it was last asked.
class Desk {
  public:
    Lines say(std::string_view line) {
        said_.clear();
        next_ = engine_.follow(line);
        return said_;
    }
    [[nodiscard]] bool has_quit() const { return next_ == ReplayEngine::Next::quit; }

  private:
    Lines said_;
    ReplayEngine engine_{"test", [this](std::string_view line) { said_.emplace_back(line); }};
    ReplayEngine::Next next_ = ReplayEngine::Next::read_on;
};

Lines no_move(std::string_view why) { return {"info string " + std::string(why), "bestmove 0000"}; }

Desk with_fools_mate() {
    Desk desk;
    REQUIRE(desk.say("setoption name IGN value 143395").empty());
    return desk;
}

}  // namespace

TEST_CASE("uci engine: it names itself and its options") {
    Desk desk;
    Lines said = desk.say("uci");
    CHECK(said.front() == "id name test");
    CHECK(said.back() == "uciok");
    CHECK(std::count(said.begin(), said.end(), "option name IGN type string default <empty>") == 1);
    CHECK(desk.say("isready") == Lines{"readyok"});
    CHECK_FALSE(desk.has_quit());
    CHECK(desk.say("quit").empty());
    CHECK(desk.has_quit());
}

TEST_CASE("uci engine: it plays the moves of the number") {
    Desk desk = with_fools_mate();
    desk.say("position startpos");
    CHECK(desk.say("go wtime 1000 btime 1000 winc 0 binc 0 movestogo 40") ==
          Lines{"info depth 4 pv f2f3 e7e5 g2g4 d8h4", "bestmove f2f3 ponder e7e5"});
    desk.say("position startpos moves f2f3 e7e5 g2g4");
    CHECK(desk.say("go depth 5") == Lines{"info depth 1 pv d8h4", "bestmove d8h4"});
    desk.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    CHECK(desk.say("go") == no_move("here the game ends"));
    desk.say("position startpos moves e2e4");
    CHECK(desk.say("go") == no_move("the position is not one of the game"));
    // Set without its moves, and with counters that a GUI has made up.
    desk.say("position fen rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1");
    CHECK(desk.say("go movetime 10").back() == "bestmove g2g4 ponder d8h4");
}

TEST_CASE("uci engine: equal positions are told apart by their move counters") {
    Desk desk;
    desk.say("setoption name IGN value 2761983");  // 1. Nf3 Nf6 2. Ng1 Ng8 3. e4 by python-chess
    desk.say("position startpos");
    CHECK(desk.say("go").back() == "bestmove g1f3 ponder g8f6");
    desk.say("position startpos moves g1f3 g8f6 f3g1 f6g8");
    CHECK(desk.say("go").back() == "bestmove e2e4");
    desk.say("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3");
    CHECK(desk.say("go").back() == "bestmove e2e4");
}

TEST_CASE("uci engine: with infinite and ponder the answer waits") {
    Desk desk = with_fools_mate();
    desk.say("position startpos moves f2f3");
    CHECK(desk.say("go infinite") == Lines{"info depth 3 pv e7e5 g2g4 d8h4"});
    CHECK(desk.say("isready") == Lines{"readyok"});
    CHECK(desk.say("ponderhit").empty());
    CHECK(desk.say("stop") == Lines{"bestmove e7e5 ponder g2g4"});
    CHECK(desk.say("stop").empty());
    CHECK(desk.say("go ponder wtime 10 btime 10").size() == 1);
    CHECK(desk.say("ponderhit") == Lines{"bestmove e7e5 ponder g2g4"});
    CHECK(desk.say("go ponder").size() == 1);
    CHECK(desk.say("stop") == Lines{"bestmove e7e5 ponder g2g4"});
    // A second go without stop in between still owes the first answer.
    desk.say("go infinite");
    CHECK(desk.say("go nodes 1").front() == "bestmove e7e5 ponder g2g4");
}

TEST_CASE("uci engine: searchmoves") {
    Desk desk = with_fools_mate();
    desk.say("position startpos");
    CHECK(desk.say("go searchmoves e2e4 f2f3 depth 2").back() == "bestmove f2f3 ponder e7e5");
    CHECK(desk.say("go depth 2 searchmoves e2e4 d2d4") ==
          no_move("the game's move is not among searchmoves"));
}

TEST_CASE("uci engine: what it does not know it ignores") {
    Desk desk = with_fools_mate();
    desk.say("  joho \t position \t startpos ");
    CHECK(desk.say("joho go go joho").back() == "bestmove f2f3 ponder e7e5");
    for (const char* line : {"", "   ", "joho", "register later", "register name x code y",
                             "setoption", "setoption name", "setoption name Hash value 16",
                             "setoption value 3 name", "debug", "stop", "ponderhit"}) {
        CAPTURE(line);
        CHECK(desk.say(line).empty());
    }
    CHECK(desk.say("go\r").back() == "bestmove f2f3 ponder e7e5");
    desk.say("debug on");
    CHECK(desk.say("joho") == Lines{"info string unknown command ignored"});
    desk.say("joho debug off");
    CHECK(desk.say("joho").empty());
}

TEST_CASE("uci engine: faults are said, and go is answered all the same") {
    Desk desk;
    CHECK(desk.say("go") == no_move("no game is set; setoption name IGN value NUMBER"));
    CHECK(desk.say("setoption name ign value x1") == Lines{"info string option IGN is no number"});
    CHECK(desk.say("setoption name IGN value 1000000000023") ==  // python-chess agrees
          Lines{"info string no game from the standard position has the number of option IGN: "
                "it fails at ply 7"});
    CHECK(desk.say("setoption name IGN value 143395").empty());
    CHECK(desk.say("go") == no_move("no position is set"));
    CHECK(desk.say("position fen 8/8/8/8/8/8/8/8 w") ==
          Lines{"info string bad FEN: there is not exactly one king of each colour"});
    CHECK(desk.say("go").size() == 2);
    CHECK(desk.say("position startpos moves e2e5") ==
          Lines{"info string illegal move at ply 1: e2e5"});
    desk.say("position startpos");
    desk.say("ucinewgame");
    CHECK(desk.say("go") == no_move("no position is set"));
    CHECK(desk.say("setoption name Start value 8/8 w")
              .front()
              .starts_with("info string option Start: "));
    desk.say("setoption name Start value <empty>");
    desk.say("position startpos");
    CHECK(desk.say("go").back() == "bestmove f2f3 ponder e7e5");
    CHECK(desk.say("setoption name IGN value <empty>").empty());
    CHECK(desk.say("go").size() == 2);
}

TEST_CASE("uci engine: numberings, resignation and Chess960") {
    Desk desk;
    desk.say("setoption name Resign value true");
    desk.say("setoption name IGN value 280680");  // f3 e5 g4 resign, as the README has it
    desk.say("position startpos moves f2f3 e7e5 g2g4");
    CHECK(desk.say("go") == no_move("here the side to move resigns"));
    desk.say("setoption name Resign value false");
    // 1. O-O by python-chess.
    desk.say("setoption name Start value r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    desk.say("setoption name IGN value 14");
    desk.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(desk.say("go").back() == "bestmove e1g1");
    desk.say("setoption name UCI_Chess960 value true");
    CHECK(desk.say("go").back() == "bestmove e1h1");
}

TEST_CASE("uci engine: without the option Start a game starts where the position does") {
    const std::string frc = "fen 5k1r/pppppppp/8/8/8/8/PPPPPPPP/5K1R w Kk - 0 1";
    Desk desk;
    desk.say("setoption name IGN value 63");  // 1. O-O b5 by python-chess
    desk.say("position " + frc);
    CHECK(desk.say("go").back() == "bestmove f1h1 ponder b7b5");
    desk.say("position " + frc + " moves f1h1");
    CHECK(desk.say("go").back() == "bestmove b7b5");
    desk.say("position " + frc + " moves f1h1 b7b5");
    CHECK(desk.say("go") == no_move("here the game ends"));
    desk.say("position " + frc + " moves f1g1");
    CHECK(desk.say("go") == no_move("the position is not one of the game"));
    // A start that is named is the only one.
    desk.say("setoption name Start value startpos");
    desk.say("position " + frc);
    CHECK(desk.say("go") == no_move("the position is not one of the game"));
}

}  // namespace ign::uci
