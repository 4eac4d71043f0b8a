#include "ign/chess/perft.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "ign/chess/fen.hpp"
#include "ign/chess/lanes.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/places.hpp"
#include "shared_data.hpp"

// Published node counts; and at every node visited the counting must agree with the listing.

namespace ign::chess {

namespace {

struct PerftLine {
    std::string fen;
    std::vector<std::uint64_t> nodes;  // by depth, from 1
};

PerftLine parse_line(const std::string& line) {
    std::vector<std::string> parts = test::split(line, ';');
    PerftLine perft{parts.at(0), {}};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        std::vector<std::string> words = test::split(parts[i], ' ');
        // One line of the files goes on with a depth of 32, all moves being forced.
        if (words.at(0) != std::string("D").append(std::to_string(i))) break;
        perft.nodes.push_back(std::stoull(words.at(1)));
    }
    return perft;
}

Position read(const std::string& fen) {
    auto position = parse_fen(fen);
    INFO(fen);
    REQUIRE(position);
    return *position;
}

/// The deepest depth within the limit.
std::size_t affordable_depth(const PerftLine& line, std::uint64_t node_limit) {
    std::size_t depth = 0;
    while (depth < line.nodes.size() && line.nodes[depth] <= node_limit) ++depth;
    return depth;
}

void check_counts(const std::string& file, std::uint64_t node_limit, std::size_t stride) {
    std::vector<std::string> lines = test::shared_lines(file);
    for (std::size_t i = 0; i < lines.size(); i += stride) {
        PerftLine line = parse_line(lines[i]);
        std::size_t depth = affordable_depth(line, node_limit);
        if (depth == 0) continue;
        CAPTURE(line.fen, depth);
        CHECK(perft(read(line.fen), static_cast<int>(depth), Numbering::legal) ==
              line.nodes[depth - 1]);
    }
}

template <class Sliders, Numbering numbering>
bool counting_agrees(const Position& position, const MoveList& list) {
    if (detail::radix_with<Sliders, numbering>(position) != list.size()) return false;
    if (detail::select_with<Sliders, numbering>(position,
                                                static_cast<std::uint32_t>(list.size()) + 1)) {
        return false;
    }
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        codec::Digit expected{i + 1, static_cast<std::uint32_t>(list.size())};
        if (detail::ordinal_with<Sliders, numbering>(position, list[i]) != expected) return false;
        if (detail::select_with<Sliders, numbering>(position, i + 1) != list[i]) return false;
    }
    return true;
}

template <class Sliders, Numbering numbering, Color us>
bool places_agree(const Position& position, const MoveList& list) {
    Places<Sliders, numbering, us> places(position, checkers(position));
    if (places.total() != list.size()) return false;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        if (places.select(i + 1) != list[i]) return false;
    }
    return true;
}

template <class Sliders, Numbering numbering>
bool places_agree(const Position& position, const MoveList& list) {
    return position.turn() == Color::white
               ? places_agree<Sliders, numbering, Color::white>(position, list)
               : places_agree<Sliders, numbering, Color::black>(position, list);
}

#if defined(__x86_64__)
template <Color us>
IGN_TARGET_LANES inline bool lanes_agree(const Position& position, const MoveList& list) {
    Lanes lanes(position);
    if (lanes.in_check<us>() != static_cast<bool>(checkers(position))) return false;
    auto radix = static_cast<std::uint32_t>(list.size());
    for (std::uint32_t i = 0; i < radix; ++i) {
        Move move = list[i];
        Bitboard from(move.from);
        Bitboard to(move.to);
        codec::Digit digit = uncounted_moves<us>(position, from, to, move.promotion);
        std::array<codec::Digit, 8> tally;
        _mm512_storeu_si512(tally.data(), lanes.tally<us>(from, to, position.ep()));
        for (codec::Digit lane : tally) {
            digit.index += lane.index;
            digit.radix += lane.radix;
        }
        if (digit != codec::Digit{i + 1, radix}) return false;
    }
    return true;
}

IGN_TARGET_V4 bool lanes_agree(const Position& position) {
    MoveList list = moves(position, Numbering::pseudo_legal);
    return position.turn() == Color::white ? lanes_agree<Color::white>(position, list)
                                           : lanes_agree<Color::black>(position, list);
}
#else
bool lanes_agree(const Position&) { return true; }
#endif

template <Numbering numbering>
bool is_consistent(const Position& position) {
    MoveList list = moves(position, numbering);
    return std::is_sorted(list.begin(), list.end()) &&
           std::adjacent_find(list.begin(), list.end()) == list.end() &&
           counting_agrees<MagicSliders, numbering>(position, list) &&
           places_agree<MagicSliders, numbering>(position, list) &&
           (!cpu_has_pext() || (counting_agrees<PextSliders, numbering>(position, list) &&
                                places_agree<PextSliders, numbering>(position, list)));
}

/// Walks all nodes and counts the leaves by listing.
std::uint64_t walk(const Position& position, std::size_t depth) {
    bool consistent = is_consistent<Numbering::pseudo_legal>(position) &&
                      is_consistent<Numbering::legal>(position) &&
                      (!cpu_has_lanes() || lanes_agree(position));
    MoveList legal = moves(position, Numbering::legal);
    if (!consistent || has_legal_move(position) == legal.empty()) {
        FAIL_CHECK("counting and listing differ in " << to_fen(position));
    }
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (Move move : legal) {
        Position next = position;
        next.play(move);
        leaves += walk(next, depth - 1);
    }
    return leaves;
}

void check_nodes(const std::string& file, std::uint64_t node_limit, std::size_t stride) {
    std::vector<std::string> lines = test::shared_lines(file);
    for (std::size_t i = 0; i < lines.size(); i += stride) {
        PerftLine line = parse_line(lines[i]);
        std::size_t depth = affordable_depth(line, node_limit);
        if (depth == 0) continue;
        CAPTURE(line.fen, depth);
        CHECK(walk(read(line.fen), depth) == line.nodes[depth - 1]);
    }
}

}  // namespace

TEST_CASE("perft: hard positions") { check_counts("perft/tricky.epd", 20'000'000, 1); }
TEST_CASE("perft: Chess960") { check_counts("perft/chess960.epd", 1'000'000, 1); }
TEST_CASE("perft: random positions") { check_counts("perft/random.epd", 100'000, 1); }

TEST_CASE("perft: the standard position") {
    Position start = Position::standard();
    CHECK(perft(start, 0, Numbering::legal) == 1);
    CHECK(perft(start, 4, Numbering::legal) == 197'281);
    CHECK(perft(start, 5, Numbering::legal) == 4'865'609);
}

TEST_CASE("perft: pseudo-legal last moves") {
    // Counted with python-chess: legal moves but for the last.
    Position kiwipete =
        read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    CHECK(perft(kiwipete, 2, Numbering::pseudo_legal) == 2'044);
    CHECK(perft(kiwipete, 3, Numbering::pseudo_legal) == 98'268);
    Position endgame = read("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    CHECK(perft(endgame, 1, Numbering::pseudo_legal) == 16);
    CHECK(perft(endgame, 2, Numbering::pseudo_legal) == 241);
    CHECK(perft(endgame, 3, Numbering::pseudo_legal) == 3'216);
}

TEST_CASE("ordinals are places in the list: more moves than a byte can sum up") {
    // The position of most moves that a game can reach, and one beyond (counted with python-chess).
    CHECK(walk(read("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 1) == 218);
    CHECK(walk(read("QQQ2QQQ/3Q4/1Q4Q1/4Q2Q/2Q4Q/Q6Q/pp1Q1Q2/kBNQ1KQQ w - - 0 1"), 1) == 241);
}
TEST_CASE("ordinals are places in the list: hard positions") {
    check_nodes("perft/tricky.epd", 2'000, 1);
}
TEST_CASE("ordinals are places in the list: Chess960") {
    check_nodes("perft/chess960.epd", 1'000, 5);
}
TEST_CASE("ordinals are places in the list: random positions") {
    check_nodes("perft/random.epd", 1'000, 17);
}

}  // namespace ign::chess
