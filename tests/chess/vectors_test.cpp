#include <catch2/catch.hpp>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/lane_replay.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/uci.hpp"
#include "ign/codec/natural.hpp"
#include "shared_data.hpp"

// Numbers made by an independent implementation on python-chess, and the two published ones.

namespace ign::chess {

namespace {

using test::json_flag;
using test::json_string;

Position start_of(const std::string& line) {
    std::string fen = json_string(line, "fen");
    if (fen.empty()) return Position::standard();
    auto position = parse_fen(fen);
    REQUIRE(position);
    return *position;
}

struct Outcome {
    std::string number;
    Position end;
};

/// Plays a game in both ways that a replay has, move by move and all at once.
template <class Replay>
Outcome play(const Position& start, const std::vector<std::string>& moves) {
    codec::Fold fold;
    Replay replay;
    replay.start(start);
    std::vector<SanToken> tokens;
    for (const std::string& text : moves) {
        SanToken token;
        REQUIRE(scan_san(text.data(), text.data() + text.size(), token) ==
                text.data() + text.size());
        tokens.push_back(token);
        codec::Digit digit{};
        bool canonical = false;
        CAPTURE(text, to_fen(replay.position()));
        REQUIRE(replay.play(token, digit, canonical) == SanStatus::ok);
        REQUIRE(canonical);
        fold.push(digit);
    }
    codec::Fold at_once;
    replay.start(start);
    REQUIRE(replay.play_all(tokens, at_once.reserve(tokens.size())));
    at_once.commit(tokens.size());
    std::string number = codec::to_decimal(fold.finish());
    CHECK(codec::to_decimal(at_once.finish()) == number);
    return {number, replay.position()};
}

template <Numbering numbering>
void check_decoding(const Position& start, const std::string& decimal, const std::string& san) {
    auto number = codec::from_decimal(decimal);
    REQUIRE(number);
    auto moves = game::decode(ChessGame<numbering>(start), *number);
    REQUIRE(moves);
    std::string text;
    Position position = start;
    for (Move move : *moves) {
        if (!text.empty()) text += ' ';
        text += to_san(position, move);
        position.play(move);
    }
    CHECK(text == san);

    codec::Fold fold;
    REQUIRE(game::encode(ChessGame<numbering>(start), std::span<const Move>(*moves), fold));
    CHECK(codec::to_decimal(fold.finish()) == decimal);
}

void check_line(const std::string& line) {
    CAPTURE(line);
    Position start = start_of(line);
    std::string san = json_string(line, "san");
    std::string pseudo_legal = json_string(line, "pseudo_legal");
    std::string legal = json_string(line, "legal");
    auto moves = test::split(san, ' ');
    Outcome outcome = play<Replay<MagicSliders, Numbering::pseudo_legal>>(start, moves);
    CHECK(outcome.number == pseudo_legal);
    if (line.find("\"end\"") != std::string::npos) {
        CHECK(to_fen(outcome.end) == json_string(line, "end"));
    }
    CHECK(play<Replay<MagicSliders, Numbering::legal>>(start, moves).number == legal);
    if (cpu_has_pext()) {
        CHECK(play<Replay<PextSliders, Numbering::pseudo_legal>>(start, moves).number ==
              pseudo_legal);
        CHECK(play<Replay<PextSliders, Numbering::legal>>(start, moves).number == legal);
    }
#if defined(__x86_64__)
    if (cpu_has_lanes()) {
        Outcome by_lanes = play<LaneReplay>(start, moves);
        CHECK(by_lanes.number == pseudo_legal);
        // It keeps no counters.
        CHECK(by_lanes.end.same_but_for_counters(outcome.end));
    }
#endif
    check_decoding<Numbering::pseudo_legal>(start, pseudo_legal, san);
    check_decoding<Numbering::legal>(start, legal, san);
}

void check_uci(const std::string& line) {
    if (line.find("\"uci\"") == std::string::npos) return;
    bool is_chess960 = json_flag(line, "chess960");
    auto castling = is_chess960 ? UciCastling::takes_rook : UciCastling::king_step;
    auto san = test::split(json_string(line, "san"), ' ');
    Position position = start_of(line);
    std::size_t ply = 0;
    for (const std::string& text : test::split(json_string(line, "uci"), ' ')) {
        CAPTURE(line, text);
        SanToken token;
        Move move;
        const std::string& spelled = san.at(ply++);
        scan_san(spelled.data(), spelled.data() + spelled.size(), token);
        REQUIRE(resolve(position, token, move) == SanStatus::ok);
        CHECK(to_san(position, move) == spelled);
        // A few rook's moves from e1 or e8 to a corner stand in the file as if they were castling.
        bool looks_castling = text == "e8c8" || text == "e8g8" || text == "e1c1" || text == "e1g1";
        bool is_misspelt = looks_castling && text != to_uci(position, move, castling) &&
                           !position.kings().has(move.from);
        if (!is_misspelt) {
            CHECK(to_uci(position, move, castling) == text);
            CHECK(parse_uci(position, text) == move);
        }
        position.play(move);
    }
    CHECK(ply == san.size());
}

}  // namespace

template <class Replay>
bool plays_all(const std::vector<SanToken>& tokens) {
    Replay replay;
    replay.start(Position::standard());
    codec::Fold fold;
    return replay.play_all(tokens, fold.reserve(tokens.size()));
}

TEST_CASE("a game that ends in an illegal move is refused, however long it is") {
    auto token_of = [](std::string_view text) {
        SanToken token;
        REQUIRE(scan_san(text.data(), text.data() + text.size(), token) ==
                text.data() + text.size());
        return token;
    };
    constexpr std::array<std::string_view, 4> there_and_back = {"Nf3", "Nf6", "Ng1", "Ng8"};
    std::vector<SanToken> tokens;
    for (std::size_t plies = 0; plies < 20; ++plies) {
        CAPTURE(plies);
        std::vector<SanToken> wrong = tokens;
        wrong.push_back(token_of("Qh5"));
        CHECK(!plays_all<Replay<MagicSliders, Numbering::pseudo_legal>>(wrong));
#if defined(__x86_64__)
        if (cpu_has_lanes()) {
            CHECK(plays_all<LaneReplay>(tokens));
            CHECK(!plays_all<LaneReplay>(wrong));
        }
#endif
        tokens.push_back(token_of(there_and_back[plies % 4]));
    }
}

// The number is that of ../shared/tools/ign_ref.py, by python-chess.
TEST_CASE("castling while a pawn is about to promote counts the promotions too") {
    auto moves = test::split(
        "d4 Nf6 Bf4 g6 Nc3 Bg7 Nb5 d6 e4 O-O e5 c6 exf6 cxb5 fxg7 Qa5+ c3 b4 Ne2 bxc3 Nxc3 Bf5 Bd3 "
        "e6 "
        "O-O Re8",
        ' ');
    const std::string number = "4553533851368387430550650836738932439592";
    Position start = Position::standard();
    CHECK(play<Replay<MagicSliders, Numbering::pseudo_legal>>(start, moves).number == number);
#if defined(__x86_64__)
    if (cpu_has_lanes()) CHECK(play<LaneReplay>(start, moves).number == number);
#endif
}

TEST_CASE("castling over an attacked square is refused, with and without a move behind it") {
    std::vector<SanToken> tokens;
    for (const std::string& text : test::split("e4 b6 g3 Ba6 Bg2 Nf6 Nf3 Nc6 O-O Nb8 d3", ' ')) {
        SanToken token;
        scan_san(text.data(), text.data() + text.size(), token);
        tokens.push_back(token);
        bool is_refused = tokens.size() > 8;
        CHECK(plays_all<Replay<MagicSliders, Numbering::pseudo_legal>>(tokens) != is_refused);
#if defined(__x86_64__)
        if (cpu_has_lanes()) CHECK(plays_all<LaneReplay>(tokens) != is_refused);
#endif
    }
}

TEST_CASE("the published numbers") {
    for (const std::string& line : test::shared_lines("vectors/published.jsonl")) check_line(line);
}

TEST_CASE("numbers and moves of the reference games") {
    for (const std::string& line : test::shared_lines("vectors/random-games.jsonl")) {
        check_line(line);
        check_uci(line);
    }
}

}  // namespace ign::chess
