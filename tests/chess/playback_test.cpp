#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/number_player.hpp"
#include "ign/codec/natural.hpp"
#include "shared_data.hpp"

// From numbers to positions and SAN. The numbers and texts are those of python-chess, or the law is
// that of the listing rules.

namespace ign::chess {

namespace {

using test::json_string;

Position read(const std::string& fen) {
    if (fen.empty()) return Position::standard();
    auto position = parse_fen(fen);
    INFO(fen);
    REQUIRE(position);
    return *position;
}

// What each ply of a number shows of it, by one of the kernels.
struct Played {
    NumberEnd end = NumberEnd::whole;
    std::string san;
    std::vector<Position> positions;

    friend bool operator==(const Played&, const Played&) = default;
};

template <class Kernel>
IGN_INLINE Played play_all(const Position& start, std::span<const std::byte> number,
                           game::Resignation resignation) {
    Played result;
    codec::Unfold unfold;
    unfold.start(number);
    typename Kernel::Digits digits(unfold);
    Kernel kernel;
    kernel.start(start, resignation);
    while (!digits.done()) {
        SpelledMove played;
        result.end = kernel.play(digits, played);
        if (result.end != NumberEnd::whole) break;
        if (!result.san.empty()) result.san += ' ';
        char san[max_san_length];
        result.san.append(san, write_san(played, san));
        result.positions.push_back(kernel.position());
    }
    return result;
}

#if defined(__x86_64__)
// Not flattened, for the tests' own functions would all be compiled into it.
IGN_TARGET_LANES Played play_lanes(const Position& start, std::span<const std::byte> number,
                                   game::Resignation resignation) {
    return play_all<LanePlayback<Spelling::san>>(start, number, resignation);
}
#else
Played play_lanes(const Position&, std::span<const std::byte>, game::Resignation) { return {}; }
#endif

// The moves of a number that is a game, and that all kernels agree on any number.
template <Numbering numbering>
Played play_by_all(const Position& start, std::span<const std::byte> number,
                   game::Resignation resignation = game::Resignation::none) {
    using Any = Playback<MagicSliders, numbering, Spelling::san>;
    using Pext = Playback<PextSliders, numbering, Spelling::san>;
    Played played = play_all<Any>(start, number, resignation);
    if (cpu_has_pext()) CHECK(play_all<Pext>(start, number, resignation) == played);
    if (numbering == Numbering::pseudo_legal && cpu_has_lanes()) {
        CHECK(play_lanes(start, number, resignation) == played);
    }
    return played;
}

// One visitor for all tests: with each of its own the kernels would be compiled anew.
using Visitor = std::function<Visit(const Position&, std::size_t)>;
NumberEnd visit(NumberPlayer& player, const Position& start, std::span<const std::byte> number,
                Numbering numbering, const Visitor& visitor,
                game::Resignation resignation = game::Resignation::none) {
    return player.play(start, number, numbering, visitor, resignation);
}

template <Numbering numbering>
void check_number(const std::string& line, const std::string& decimal) {
    Position start = read(json_string(line, "fen"));
    std::string san = json_string(line, "san");
    auto number = codec::from_decimal(decimal);
    REQUIRE(number);
    CHECK(play_by_all<numbering>(start, *number).san == san);

    NumberPlayer player;
    Position end;
    std::size_t visits = 0;
    NumberEnd reason =
        visit(player, start, *number, numbering, [&](const Position& position, std::size_t plies) {
            if (plies == 0) CHECK(position == start);
            CHECK(plies == visits++);
            end = position;
            return Visit::go_on;
        });
    CHECK(reason == NumberEnd::whole);
    std::size_t words = test::split(san, ' ').size();
    CHECK(player.plies() == words);
    CHECK(visits == words + 1);
    if (line.find("\"end\"") != std::string::npos) CHECK(to_fen(end) == json_string(line, "end"));
}

void check_line(const std::string& line) {
    CAPTURE(line);
    check_number<Numbering::pseudo_legal>(line, json_string(line, "pseudo_legal"));
    check_number<Numbering::legal>(line, json_string(line, "legal"));
}

struct Outcome {
    NumberEnd end;
    std::size_t plies;
};

Outcome play(const std::string& fen, std::string_view decimal, Numbering numbering) {
    NumberPlayer player;
    auto number = codec::from_decimal(decimal);
    REQUIRE(number);
    auto end = visit(player, read(fen), *number, numbering,
                     [](const Position&, std::size_t) { return Visit::go_on; });
    return {end, player.plies()};
}

template <Numbering numbering>
void check_random_games(const Position& start, unsigned seed) {
    std::mt19937 random(seed);
    NumberPlayer player;
    for (int game = 0; game < 20; ++game) {
        std::vector<Position> positions = {start};
        std::string san;
        codec::Fold fold;
        while (positions.size() < 250) {
            const Position& position = positions.back();
            MoveList legal = moves(position, Numbering::legal);
            if (legal.empty()) break;
            Move move = legal[random() % legal.size()];
            fold.push(ordinal<numbering>(position, move));
            if (!san.empty()) san += ' ';
            san += to_san(position, move);
            Position next = position;
            next.play(move);
            positions.push_back(next);
        }
        std::vector<Position> visited;
        auto end = visit(player, start, fold.finish(), numbering,
                         [&](const Position& position, std::size_t) {
                             visited.push_back(position);
                             return Visit::go_on;
                         });
        CHECK(end == NumberEnd::whole);
        REQUIRE(visited == positions);
        REQUIRE(play_by_all<numbering>(start, fold.finish()).san == san);
    }
}

}  // namespace

TEST_CASE("playback: the published numbers and the reference games") {
    for (const std::string& line : test::shared_lines("vectors/published.jsonl")) check_line(line);
    for (const std::string& line : test::shared_lines("vectors/random-games.jsonl")) {
        check_line(line);
    }
}

TEST_CASE("playback: random games give their positions and moves back") {
    for (std::string fen :
         {"", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
          "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1",
          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", "3qk3/2qqq3/8/8/1Q1Q4/Q1Q5/3Q1Q2/QQ2K1Q1 w - - 0 1",
          "4k3/8/1n1n1n2/2n1n3/N1N1N3/1N1N4/8/4K3 w - - 0 1"}) {
        CAPTURE(fen);
        check_random_games<Numbering::pseudo_legal>(read(fen), 11);
        check_random_games<Numbering::legal>(read(fen), 12);
    }
}

TEST_CASE("playback: every kernel makes the same of numbers that are no games") {
    std::mt19937 random(13);
    std::vector<std::byte> number;
    for (std::string fen :
         {"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1", "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1",
          "8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 1", "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
          "3qk3/2qqq3/8/8/1Q1Q4/Q1Q5/3Q1Q2/QQ2K1Q1 w - - 0 1"}) {
        CAPTURE(fen);
        for (int i = 0; i < 60; ++i) {
            number.resize(random() % 24);
            for (std::byte& byte : number) byte = static_cast<std::byte>(random());
            auto resignation = i % 2 == 0 ? game::Resignation::none : game::Resignation::offered;
            play_by_all<Numbering::pseudo_legal>(read(fen), number, resignation);
            play_by_all<Numbering::legal>(read(fen), number, resignation);
        }
    }
}

TEST_CASE("playback: a visitor stops the game") {
    // The number of f3 e5 g4 Qh4#: published.
    auto number = codec::from_decimal("143395");
    NumberPlayer player;
    for (std::size_t last = 0; last <= 4; ++last) {
        std::size_t visits = 0;
        auto end = visit(player, Position::standard(), *number, Numbering::pseudo_legal,
                         [&](const Position&, std::size_t plies) {
                             ++visits;
                             return plies == last ? Visit::stop : Visit::go_on;
                         });
        CHECK(end == NumberEnd::stopped);
        CHECK(player.plies() == last);
        CHECK(visits == last + 1);
    }
}

TEST_CASE("playback: a number that is no game says at which ply") {
    // After f3 e5 g4 Qh4# (15 of 20, 9 of 20, 16 of 19, 18 of 30) White is mated; his first
    // pseudo-legal move exposes the king: 143395 + 20 * 20 * 19 * 30 * 1.
    Outcome legal = play("", "371395", Numbering::legal);
    CHECK(legal.end == NumberEnd::no_move);
    CHECK(legal.plies == 4);
    Outcome pseudo_legal = play("", "371395", Numbering::pseudo_legal);
    CHECK(pseudo_legal.end == NumberEnd::illegal_move);
    CHECK(pseudo_legal.plies == 4);
    // With the resignation as 31st move after f3 e5 g4, and only there: the radices are 21, 21,
    // 20, 31.
    std::uint64_t three = 15 + 21 * (9 + 21 * 16);
    std::uint64_t four = three + 21 * 21 * 20 * 18;
    std::uint64_t resigned = three + 21 * 21 * 20 * 31;
    auto play_with_resignation = [](std::uint64_t number) {
        NumberPlayer player;
        auto bytes = codec::from_decimal(std::to_string(number));
        auto end = visit(
            player, Position::standard(), *bytes, Numbering::pseudo_legal,
            [](const Position&, std::size_t) { return Visit::go_on; }, game::Resignation::offered);
        return Outcome{end, player.plies()};
    };
    CHECK(play_with_resignation(four).end == NumberEnd::whole);
    CHECK(play_with_resignation(four).plies == 4);
    CHECK(play_with_resignation(resigned).end == NumberEnd::resigned);
    CHECK(play_with_resignation(resigned).plies == 3);
    CHECK(play_with_resignation(resigned + 21 * 21 * 20 * 31).end == NumberEnd::no_move);
    // Stalemate.
    std::string stalemate = "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1";
    CHECK(play(stalemate, "1", Numbering::legal).end == NumberEnd::no_move);
    CHECK(play(stalemate, "0", Numbering::legal).end == NumberEnd::whole);
    // A pinned bishop: e1d1, e1f1, e1d2, e1f2 and its nine moves, all illegal.
    std::string pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    for (const char* number : {"1", "2", "3", "4"}) {
        CHECK(play(pinned, number, Numbering::pseudo_legal).end == NumberEnd::whole);
    }
    for (const char* number : {"5", "9", "13"}) {
        Outcome outcome = play(pinned, number, Numbering::pseudo_legal);
        CHECK(outcome.end == NumberEnd::illegal_move);
        CHECK(outcome.plies == 0);
    }
}

}  // namespace ign::chess
