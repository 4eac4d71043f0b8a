#include "ign/uci/engine.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>

#include "fake_engine.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/san.hpp"

namespace ign::uci {

namespace {

using Catch::Contains;
using std::chrono::milliseconds;

/// What an engine's misbehaviour is reported as.
template <class Use>
std::string fault_of(Engine::Settings settings, Use use) {
    try {
        Engine engine(std::move(settings));
        use(engine);
    } catch (const EngineError& error) {
        return error.what();
    }
    return "";
}

std::string fault_of(Engine::Settings settings) {
    return fault_of(std::move(settings), [](Engine&) {});
}

Engine::Settings impatient(Engine::Settings settings) {
    settings.patience = milliseconds(100);
    return settings;
}

PlayedGame from(std::string_view fen) {
    chess::Position start = *chess::parse_fen(fen);
    return {start, {}, start};
}

}  // namespace

TEST_CASE("engine: option lines") {
    EngineOption spin = read_option(" name Hash type spin default 16 min 1 max 33554432");
    CHECK(spin.name == "Hash");
    CHECK(spin.type == "spin");
    CHECK(spin.default_value == "16");
    CHECK(spin.min == 1);
    CHECK(spin.max == 33554432);
    EngineOption combo = read_option("name Style of play type combo default a b var a b var c");
    CHECK(combo.name == "Style of play");
    CHECK(combo.choices == std::vector<std::string>{"a b", "c"});
    CHECK(read_option("name Book type string default <empty>").default_value.empty());
    CHECK(read_option("").name.empty());
}

TEST_CASE("engine: the handshake, options and readiness") {
    Engine engine(fake_engine(
        "read line; echo Hello; echo id name Fake 1; echo id author A. N. Other;"
        "echo option name Hash type spin default 16 min 1 max 64;"
        "echo option name Clear type button; echo option name Ponder type check default false;"
        "echo uciok; while read line; do echo info string got $line;"
        "[ \"$line\" = isready ] && echo readyok; done"));
    CHECK(engine.name() == "Fake 1");
    CHECK(engine.author() == "A. N. Other");
    REQUIRE(engine.options().size() == 3);
    CHECK(engine.find_option("hash") == engine.options().data());
    CHECK(engine.find_option("Threads") == nullptr);
    engine.set_option("hash", "32");
    engine.set_option("Clear", "");
    engine.set_option("Ponder", "true");
    engine.new_game();
    CHECK_THROWS_AS(engine.set_option("Threads", "2"), EngineError);
    CHECK_THROWS_AS(engine.set_option("Hash", "65"), EngineError);
    CHECK_THROWS_AS(engine.set_option("Hash", "x"), EngineError);
    CHECK_THROWS_AS(engine.set_option("Ponder", "yes"), EngineError);
}

TEST_CASE("engine: a search, its infos and its answer") {
    Engine engine(after_handshake(
        "while read line; do case $line in go*) echo info depth 1 score cp 13 multipv 1 pv e2e4 "
        "e7e5;"
        "echo info depth 1 multipv 2 score cp 9 pv d2d4; echo info depth 2 score cp 40 lowerbound;"
        "echo bestmove e2e4 ponder e7e5;; esac; done"));
    engine.set_position(from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    std::vector<SearchInfo> infos;
    SearchResult result = engine.search({.nodes = 10}, milliseconds(3000),
                                        [&](const SearchInfo& info) { infos.push_back(info); });
    CHECK(infos.size() == 3);
    CHECK(result.best == chess::Move{chess::Square::e2, chess::Square::e4});
    CHECK(result.ponder == chess::Move{chess::Square::e7, chess::Square::e5});
    REQUIRE(result.lines.size() == 2);
    CHECK(result.lines[0].score == Score{Score::Kind::centipawns, 13, Bound::exact});
    CHECK(result.lines[0].pv.size() == 2);
    CHECK(result.lines[1].score->value == 9);
}

TEST_CASE("engine: stopping, also when time is over") {
    Engine::Settings settings = after_handshake(
        "while read line; do case $line in stop) echo bestmove e2e4;; go*) echo info score cp 5;; "
        "esac; done");
    Engine engine(settings);
    engine.set_position(from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    engine.go({});
    CHECK_FALSE(engine.wait(milliseconds(20)));
    CHECK(engine.stop().best);
    SearchResult result = engine.search({.depth = 99}, milliseconds(20));
    CHECK(result.lines.at(0).score->value == 5);
}

TEST_CASE("engine: what goes wrong is said") {
    auto search = [](Engine& engine) {
        engine.set_position(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        static_cast<void>(engine.search({.nodes = 1}, milliseconds(100)));
    };
    CHECK_THAT(fault_of({"/nonexistent/engine", {}}),
               Contains("cannot start the engine: No such file"));
    CHECK_THAT(fault_of({"no-such-engine", {}}), Contains("engine no-such-engine: cannot start"));
    CHECK_THAT(fault_of(impatient(fake_engine("exec sleep 0.3"))),
               Contains("no 'uciok' within 100 ms"));
    CHECK_THAT(fault_of(fake_engine("exit 3")), Contains("ended unexpectedly (exit code 3)"));
    CHECK_THAT(fault_of(fake_engine("read line; echo oops; kill -SEGV $$")),
               Contains("signal 11: Segmentation fault), before its 'uciok'; its last line: oops"));
    CHECK_THAT(fault_of(fake_engine("exec 1>&-; exec sleep 1.2")),
               Contains("it has closed its output"));
    CHECK_THAT(fault_of(fake_engine("head -c 2000000 /dev/zero")),
               Contains("a line of over 1048576 bytes"));
    CHECK_THAT(fault_of(impatient(after_handshake("while read a; do :; done")), search),
               Contains("no 'bestmove' within 100 ms after 'stop'"));
    CHECK_THAT(fault_of(after_handshake("read a; read b; exit 1"), search),
               Contains("(exit code 1), before its 'bestmove'"));
    CHECK_THAT(fault_of(after_handshake("read a; read b; echo bestmove e2e5; read c"), search),
               Contains("no legal move: bestmove e2e5"));
    auto castle = [](Engine& engine) { engine.set_position(from("3k4/8/8/8/8/8/8/3K2RR w G -")); };
    CHECK_THAT(fault_of(after_handshake("read a"), castle), Contains("no option 'UCI_Chess960'"));
    // One that does not read: the socket fills up, and then nobody waits for ever.
    auto flood = [](Engine& engine) {
        for (int i = 0; i < 1'000'000; ++i) {
            engine.set_position(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        }
    };
    CHECK_THAT(fault_of(impatient(after_handshake("exec sleep 0.5")), flood),
               Contains("it does not read its input"));
}

TEST_CASE("engine: one that will not end is ended") {
    auto begin = std::chrono::steady_clock::now();
    { Engine engine(after_handshake("trap '' TERM PIPE; while :; do sleep 0.05; done")); }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
}

TEST_CASE("engine: Stockfish") {
    if (!std::filesystem::exists("/usr/games/stockfish")) {
        std::cerr << "skipped: /usr/games/stockfish is missing (package stockfish)\n";
        return;
    }
    Engine engine({"stockfish", {}});
    CHECK_THAT(engine.name(), Contains("Stockfish"));
    engine.set_option("Threads", "1");
    engine.set_option("Hash", "16");
    engine.new_game();
    // 1. Qxf7 is mate; Black, to move after it, has none.
    engine.set_position(
        from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"));
    SearchResult mate = engine.search({.depth = 5}, milliseconds(5000));
    CHECK(mate.best == chess::Move{chess::Square::h5, chess::Square::f7});
    CHECK(mate.lines.at(0).score == Score{Score::Kind::mate, 1, Bound::exact});
    engine.set_position(from("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"));
    SearchResult mated = engine.search({.nodes = 100}, milliseconds(5000));
    CHECK_FALSE(mated.best);
    CHECK(mated.lines.at(0).score == Score{Score::Kind::mate, 0, Bound::exact});
    // Black is a queen up.
    engine.set_option("MultiPV", "2");
    engine.set_position(from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"));
    SearchResult two = engine.search({.nodes = 2000}, milliseconds(5000));
    REQUIRE(two.lines.size() == 2);
    CHECK(two.lines[0].score->value < -300);
    CHECK(two.lines[0].nodes.value() > 0);
    CHECK(two.lines[0].pv.at(0) == two.best);
    CHECK(two.lines[1].pv.at(0) != two.best);
    // Chess960: the king takes the rook.
    engine.set_position(from("4k3/8/8/8/8/8/8/4KR2 w F - 0 1"));
    chess::Move castling{chess::Square::e1, chess::Square::f1};
    CHECK(engine.search({.depth = 1, .searchmoves = {castling}}, milliseconds(5000)).best ==
          castling);
    engine.go({});
    CHECK_FALSE(engine.wait(milliseconds(20)));
    CHECK(engine.stop().best);
    CHECK(engine.search({.movetime = milliseconds(20)}, milliseconds(5000)).best);
}

}  // namespace ign::uci
