#include <catch2/catch.hpp>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
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

template <class Sliders, Numbering numbering>
std::string number_of(const Position& start, const std::string& san, std::string& end) {
    codec::Fold fold;
    Replay<Sliders, numbering> replay;
    replay.start(start);
    for (const std::string& text : test::split(san, ' ')) {
        SanToken token;
        REQUIRE(scan_san(text.data(), text.data() + text.size(), token) ==
                text.data() + text.size());
        codec::Digit digit{};
        bool canonical = false;
        CAPTURE(text, to_fen(replay.position()));
        REQUIRE(replay.play(token, digit, canonical) == SanStatus::ok);
        REQUIRE(canonical);
        fold.push(digit);
    }
    end = to_fen(replay.position());
    return codec::to_decimal(fold.finish());
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
    std::string end;
    CHECK(number_of<MagicSliders, Numbering::pseudo_legal>(start, san, end) == pseudo_legal);
    CHECK(number_of<MagicSliders, Numbering::legal>(start, san, end) == legal);
    if (cpu_has_pext()) {
        CHECK(number_of<PextSliders, Numbering::pseudo_legal>(start, san, end) == pseudo_legal);
        CHECK(number_of<PextSliders, Numbering::legal>(start, san, end) == legal);
    }
    if (line.find("\"end\"") != std::string::npos) CHECK(end == json_string(line, "end"));
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
