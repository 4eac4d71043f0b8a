#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "ign/chess/chess_game.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/uci.hpp"

// Laws on random games from the standard position and from positions of Chess960, fixed seeds.

namespace ign::chess {

namespace {

std::vector<Position> starts() {
    std::vector<Position> positions = {Position::standard()};
    for (std::string_view fen :
         {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
          "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1",
          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1"}) {
        auto position = parse_fen(fen);
        REQUIRE(position);
        positions.push_back(*position);
    }
    return positions;
}

/// Every legal move's SAN means that move, is canonical, and is no longer so once it is changed.
void check_san(const Position& position, Move move) {
    std::string san = to_san(position, move);
    bool has_sign = san.back() == '+' || san.back() == '#';
    std::string other_sign = has_sign ? san.substr(0, san.size() - 1) : san + '+';
    std::string with_rank = san;
    if (san[0] >= 'A' && san[0] <= 'R' && san[0] != 'O') {
        with_rank = san.substr(0, 1) +
                    to_uci(position, move, UciCastling::takes_rook).substr(0, 2) +
                    san.substr(san.find_last_of("abcdefgh"));
    }
    for (const std::string& text : {san, other_sign, with_rank}) {
        Replay<MagicSliders, Numbering::pseudo_legal> replay;
        replay.start(position);
        SanToken token;
        scan_san(text.data(), text.data() + text.size(), token);
        codec::Digit digit{};
        bool canonical = false;
        Move found;
        CAPTURE(to_fen(position), san, text);
        REQUIRE(replay.play(token, digit, canonical) == SanStatus::ok);
        REQUIRE(canonical == (text == san));
        REQUIRE(resolve(position, token, found) == SanStatus::ok);
        REQUIRE(found == move);
        REQUIRE(digit == ordinal<Numbering::pseudo_legal>(position, move));
        Position next = position;
        next.play(move);
        REQUIRE(replay.position() == next);
    }
}

void check_fen(const Position& position) {
    for (FenStyle style : {FenStyle::x_fen, FenStyle::shredder}) {
        std::string fen = to_fen(position, style);
        auto read = parse_fen(fen);
        CAPTURE(fen);
        REQUIRE(read);
        REQUIRE(to_fen(*read, style) == fen);
        REQUIRE(moves(*read, Numbering::legal).size() == moves(position, Numbering::legal).size());
    }
}

}  // namespace

TEST_CASE("laws: SAN, UCI and FEN round trips on random games") {
    std::mt19937 random(20240611);  // NOLINT(cert-msc51-cpp): repeatable on purpose
    for (const Position& start : starts()) {
        for (int game = 0; game < 8; ++game) {
            Position position = start;
            for (int ply = 0; ply < 120; ++ply) {
                MoveList legal = moves(position, Numbering::legal);
                if (legal.empty()) break;
                check_fen(position);
                for (Move move : legal) {
                    check_san(position, move);
                    REQUIRE(parse_uci(position, to_uci(position, move, UciCastling::takes_rook)) ==
                            move);
                }
                position.play(legal[random() % legal.size()]);
            }
        }
    }
}

TEST_CASE("laws: decoding inverts encoding on random games") {
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): repeatable on purpose
    for (const Position& start : starts()) {
        for (int game = 0; game < 20; ++game) {
            ChessGame<Numbering::pseudo_legal> position(start);
            std::vector<Move> played;
            for (std::size_t ply = 0; ply < random() % 300; ++ply) {
                MoveList legal = moves(position.position(), Numbering::legal);
                if (legal.empty()) break;
                played.push_back(legal[random() % legal.size()]);
                position.play(played.back());
            }
            codec::Fold fold;
            auto end = game::encode(ChessGame<Numbering::pseudo_legal>(start),
                                    std::span<const Move>(played), fold);
            REQUIRE(end);
            CHECK(end->position() == position.position());
            auto decoded = game::decode(ChessGame<Numbering::pseudo_legal>(start), fold.finish());
            REQUIRE(decoded);
            CHECK(*decoded == played);
        }
    }
}

TEST_CASE("laws: a number that needs an illegal or a missing move is no game") {
    // Black is mated: nothing can follow.
    auto mate = parse_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    REQUIRE(mate);
    std::array<std::byte, 1> one = {std::byte{1}};
    auto legal = game::decode(ChessGame<Numbering::legal>(*mate), one);
    REQUIRE_FALSE(legal);
    CHECK(legal.error().ply == 1);
    auto pseudo_legal = game::decode(ChessGame<Numbering::pseudo_legal>(*mate), one);
    REQUIRE_FALSE(pseudo_legal);
    CHECK(pseudo_legal.error().ply == 1);
}

}  // namespace ign::chess
