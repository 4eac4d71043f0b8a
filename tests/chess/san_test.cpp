#include "ign/chess/san.hpp"

#include <array>
#include <catch2/catch.hpp>

#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/san_scan.hpp"

namespace ign::chess {

namespace {

Position read(std::string_view fen) {
    auto position = parse_fen(fen);
    INFO(fen);
    REQUIRE(position);
    return *position;
}

SanToken scan(std::string_view text) {
    SanToken token;
    scan_san(text.data(), text.data() + text.size(), token);
    return token;
}

/// What becomes of one move: its canonical SAN, or why not.
std::string outcome(std::string_view fen, std::string_view text) {
    Position position = read(fen);
    Move move;
    SanStatus status = resolve(position, scan(text), move);
    Replay<MagicSliders, Numbering::legal> legal;
    Replay<MagicSliders, Numbering::pseudo_legal> pseudo_legal;
    legal.start(position);
    pseudo_legal.start(position);
    codec::Digit digit{};
    bool canonical = false;
    CHECK(legal.play(scan(text), digit, canonical) == status);
    CHECK(pseudo_legal.play(scan(text), digit, canonical) == status);
    if (status != SanStatus::ok) {
        CHECK(legal.position() == position);
        return std::string(to_text(status));
    }
    canonical = canonical && pseudo_legal.ends_canonically();
    CHECK(canonical == (to_san(position, move) == text));
    return to_san(position, move);
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("san: a pinned twin needs no disambiguation, and its move is illegal") {
    constexpr std::string_view fen = "4r3/5k2/8/8/8/4R3/2R5/4K3 w - - 0 1";
    CHECK(outcome(fen, "Rc3") == "Rc3");
    CHECK(outcome(fen, "Rcc3") == "Rc3");
    CHECK(outcome(fen, "Rec3") == "illegal move");
    CHECK(outcome("rnbqk2r/ppp2ppp/4pn2/3p4/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 1", "Ne2") ==
          "Ne2");
}

TEST_CASE("san: what leaves more than one move is ambiguous") {
    CHECK(outcome("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1", "Nec3") == "ambiguous move");
    CHECK(outcome("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1", "Nc3") == "ambiguous move");
    CHECK(outcome("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1", "N2c3") == "N2c3");
    CHECK(outcome("4k3/4b3/8/4R3/8/8/8/R5K1 w - - 0 1", "Re1") == "ambiguous move");
    CHECK(outcome("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qh4e1") == "Qh4e1");
}

TEST_CASE("san: a contradicting origin is illegal, a needless one is read") {
    constexpr std::string_view fen = "rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2";
    CHECK(outcome(fen, "Ngd4") == "illegal move");
    CHECK(outcome(fen, "Nfd4") == "Nd4");
    CHECK(outcome(fen, "Nf3d4") == "Nd4");
    CHECK(outcome("8/6k1/8/8/8/8/2R5/4K3 w - - 0 1", "Rc2c4") == "Rc4");
}

TEST_CASE("san: castling") {
    constexpr std::string_view fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (std::string_view text : {"O-O", "0-0", "o-o", "e1g1", "e1h1", "0-0+"}) {
        CHECK(outcome(fen, text) == "O-O");
    }
    for (std::string_view text : {"O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1"}) {
        CHECK(outcome(fen, text) == "O-O-O");
    }
    CHECK(outcome("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "0-0-0+") == "O-O-O+");
    CHECK(outcome(fen, "Kg1") == "illegal move");
    CHECK(outcome(fen, "Kh1") == "illegal move");
    CHECK(outcome(fen, "O-O-O-O") == "not a move");
    CHECK(outcome("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O") == "illegal move");
    CHECK(outcome("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1") == "illegal move");
    // Out of check, and through one.
    CHECK(outcome("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "O-O") == "illegal move");
    CHECK(outcome("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "O-O") == "illegal move");
    CHECK(outcome("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "O-O-O") == "O-O-O");
    // An attack on b1 does no harm.
    CHECK(outcome("1r6/3k4/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O") == "O-O-O+");
}

TEST_CASE("san: castling in Chess960") {
    CHECK(outcome("4k3/8/8/8/8/8/8/5RKR w HF - 0 1", "O-O") == "illegal move");
    CHECK(outcome("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O") == "O-O");
    CHECK(outcome("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "Kg1") == "illegal move");
    CHECK(outcome("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O") == "O-O");
    CHECK(outcome("rk1q3r/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RK1Q3R w KQkq - 0 2", "O-O") ==
          "illegal move");
    // The rook shields its king from the queen until it castles.
    CHECK(outcome("6k1/8/8/8/8/8/8/qRK5 w Q - 0 1", "O-O-O") == "illegal move");
    CHECK(outcome("3k4/8/8/8/8/8/8/3K2RR w K - 0 1", "O-O") == "illegal move");
    CHECK(outcome("3k4/8/8/8/8/8/8/3K2RR w G - 0 1", "O-O") == "O-O");
    CHECK(outcome("4k3/pppppppp/8/8/8/8/PPPPPPPP/rBR1K3 w Q - 0 1", "O-O-O") == "O-O-O");
    CHECK(outcome("4k1rr/8/8/8/8/8/8/4K3 b k - 1 37", "O-O") == "illegal move");
}

TEST_CASE("san: promotions") {
    constexpr std::string_view fen = "8/4P3/8/8/8/1k6/8/4K3 w - - 0 1";
    for (std::string_view text : {"e8=Q", "e8Q", "e8q", "e8=q", "e7e8q", "e7e8=Q", "e8=Q+"}) {
        CHECK(outcome(fen, text) == "e8=Q");
    }
    CHECK(outcome("5r1k/4P1p1/8/8/8/8/8/4K3 w - - 0 1", "exf8N") == "exf8=N");
    CHECK(outcome(fen, "e8") == "illegal move");
    CHECK(outcome(fen, "e8=K") == "not a move");
    CHECK(outcome(fen, "e8=P") == "not a move");
    CHECK(outcome("8/8/8/8/8/1k6/4P3/4K3 w - - 0 1", "e4=Q") == "illegal move");
    CHECK(outcome("8/8/8/8/8/1k6/4N3/4K3 w - - 0 1", "Nd4=Q") == "illegal move");
    // A small b behind a rank is the bishop, in front the file.
    CHECK(outcome(fen, "e8b") == "e8=B");
}

TEST_CASE("san: en passant") {
    constexpr std::string_view fen =
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    CHECK(outcome(fen, "exd6") == "exd6");
    CHECK(outcome(fen, "ed6") == "exd6");
    CHECK(outcome(fen, "e5d6") == "exd6");
    CHECK(outcome(fen, "xd6") == "illegal move");
    CHECK(outcome(fen, "d6") == "illegal move");
    CHECK(outcome("8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1", "exd3") == "illegal move");
    CHECK(outcome("8/8/8/8/3Pp3/2k5/8/4K3 b - d3 0 1", "exd3") == "exd3");
    CHECK(outcome("rnbqkbnr/1pp1pppp/8/p2pP3/8/P7/1PPP1PPP/RNBQKBNR w KQkq - 0 4", "exd6") ==
          "illegal move");
    std::string_view glued = "exd6e.p. cxd6";
    SanToken token;
    CHECK(scan_san(glued.data(), glued.data() + glued.size(), token) == glued.data() + 4);
    CHECK(token.status == SanStatus::ok);
}

TEST_CASE("san: long algebraic and letters") {
    for (std::string_view text : {"Nf3", "Ng1-f3", "Ng1f3", "g1f3", "g1-f3", "Ngf3", "N1f3"}) {
        CHECK(outcome(start, text) == "Nf3");
    }
    for (std::string_view text : {"e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4+", "e4#", "e4++"}) {
        CHECK(outcome(start, text) == "e4");
    }
    CHECK(outcome(start, "nf3") == "not a move");
    CHECK(outcome("4k3/1p6/2p5/8/8/8/8/4K3 b - - 0 1", "nc6") == "not a move");
    CHECK(outcome("4k3/1p6/2P5/3b4/8/8/8/4K3 b - - 0 1", "bxc6") == "bxc6");
    CHECK(outcome("4k3/1p6/2P5/3b4/8/8/8/4K3 b - - 0 1", "Bxc6") == "Bxc6");
    CHECK(outcome("4k3/1p6/2P5/3b4/8/8/8/4K3 b - - 0 1", "Bc6") == "Bxc6");
    CHECK(outcome(start, "Nxf3") == "Nf3");
    CHECK(outcome(start, "e2e5") == "illegal move");
    CHECK(outcome(start, "a1a1") == "illegal move");
    CHECK(outcome(start, "e7e5") == "illegal move");
}

TEST_CASE("san: what is no move") {
    CHECK(outcome(start, "--") == "null move");
    CHECK(outcome(start, "Z0") == "null move");
    CHECK(outcome(start, "0000") == "null move");
    CHECK(outcome(start, "P@d4") == to_text(SanStatus::drop));
    for (std::string_view text :
         {"", "e", "e9", "i4", "Ni3", "N", "+", "e4e", "Nf3Q5", "xx", "K"}) {
        CHECK(outcome(start, text) == "not a move");
    }
    CHECK(outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "a3") ==
          "illegal move");
}

TEST_CASE("san: check and mate signs") {
    CHECK(outcome("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4") ==
          "Qh4#");
    CHECK(outcome("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4+") ==
          "Qh4#");
    CHECK(outcome("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4#") ==
          "Qh4#");
    // Mate but for a capture en passant.
    CHECK(outcome("8/8/6R1/2kB4/2p1Q3/8/3P4/1R1K4 w - - 0 1", "d4") == "d4+");
    CHECK(outcome("7B/8/2Q1R3/5k2/5p2/3K4/4P1R1/8 w - - 0 1", "e4") == "e4+");
}

TEST_CASE("san: the fast scan agrees with the plain one") {
    constexpr std::array<std::string_view, 30> texts = {
        "e4",   "Nf3!",   "Nxe5?", "exd5",  "Nbd7",     "N1xd2+", "Qa1xb2#", "e8=Q+",
        "O-O",  "exd8=N", "e8=K",  "e4++",  "Nf3x",     "Pe4",    "e2e4",    "e2-e4",
        "bxc6", "Bxc6",   "ed5",   "e4xd5", "exd6e.p.", "e8Q",    "4xd5",    "R1a3",
        "Rxa",  "h1",     "Qa1b2", "Nxxe5", "exd8=Q#",  "Rxa1xb2"};
    for (std::string_view text : texts) {
        for (std::string_view behind : {"", " ", ")", "*", "!?", " e5 Nf3"}) {
            std::string padded = std::string(text) + std::string(behind);
            padded.append(20, ' ');
            SanToken plain;
            SanToken fast;
            const char* begin = padded.data();
            const char* end = begin + text.size();
            bool plain_reads = scan_san(begin, end, plain) == end;
            CAPTURE(padded);
            CHECK(scan_whole_san({begin, end}, begin + padded.size(), fast) == plain_reads);
            CHECK(plain.status == fast.status);
            if (plain.status != SanStatus::ok) continue;
            CHECK(plain.kind == fast.kind);
            CHECK(plain.piece == fast.piece);
            CHECK(plain.to == fast.to);
            CHECK(plain.promotion == fast.promotion);
            CHECK(plain.form == fast.form);
            CHECK((plain.kind == SanKind::castle_short || plain.origins == fast.origins));
        }
    }
}

}  // namespace ign::chess
