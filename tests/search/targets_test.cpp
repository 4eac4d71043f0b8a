#include <catch2/catch.hpp>
#include <string>

#include "ign/chess/fen.hpp"
#include "ign/search/material_target.hpp"
#include "ign/search/position_target.hpp"

using namespace ign;
using namespace ign::search;

namespace {

chess::Position position_of(const std::string& fen) {
    auto position = chess::parse_fen(fen);
    INFO(fen);
    REQUIRE(position);
    return *position;
}

bool is_same(const std::string& left, const std::string& right) {
    return is_same_position(position_of(left), position_of(right));
}

// Neither colour's reading can be reached any more.
bool is_out_of_reach(const std::string& material, const std::string& fen) {
    auto query = parse_material(material);
    REQUIRE(query);
    auto position = position_of(fen);
    auto is_out = [&position](const MaterialTarget& target) {
        return least_plies(position, target.totals()) == never || target.is_out_of_reach(position);
    };
    return is_out(query->first) && is_out(query->second);
}

}  // namespace

TEST_CASE("The same position by the rules", "[targets]") {
    std::string board = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w";
    CHECK(is_same(board + " KQkq - 0 3", board + " HAha - 7 9"));
    CHECK_FALSE(is_same(board + " KQkq - 0 3", board + " KQkq d6 0 3"));
    CHECK_FALSE(is_same(board + " KQkq - 0 3", board + " KQk - 0 3"));
    // The capture would leave the king in check from the rook.
    std::string pinned = "4k3/8/8/r2pP2K/8/8/8/8 w - ";
    CHECK(is_same(pinned + "d6", pinned + "-"));
    CHECK_FALSE(is_same("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 b - -"));
}

TEST_CASE("What never comes back is missed", "[targets]") {
    PositionTarget target(position_of("4k2r/p7/8/8/8/8/P7/4K3 w k - 0 1"));
    CHECK_FALSE(target.is_out_of_reach(position_of("4k2r/p7/8/8/8/8/P7/1Q2K3 w k - 0 1")));
    CHECK(target.is_out_of_reach(position_of("4k2r/p7/8/8/8/P7/8/4K3 w k - 0 1")));
    CHECK(target.is_out_of_reach(position_of("4k2r/8/p7/8/8/8/P7/4K3 w k - 0 1")));
    CHECK(target.is_out_of_reach(position_of("4k2r/p7/8/8/8/8/P7/4K3 w - - 0 1")));
    CHECK(least_plies(position_of("4k3/p7/8/8/8/8/P7/1Q2K3 w - - 0 1"), target.totals()) == never);
}

TEST_CASE("Each half-move takes one piece, of the other side", "[targets]") {
    auto least = [](const std::string& fen, PieceTotals totals) {
        return least_plies(position_of(fen), totals);
    };
    std::string board = "4k3/pp6/8/8/8/8/P7/4K3 ";  // two and three pieces
    CHECK(least(board + "w - -", {2, 3}) <= 0);
    CHECK(least(board + "w - -", {2, 2}) == 1);
    CHECK(least(board + "b - -", {2, 2}) == 2);
    CHECK(least(board + "w - -", {2, 1}) == 3);
    CHECK(least(board + "w - -", {1, 1}) == 3);
    CHECK(least(board + "b - -", {1, 1}) == 4);
    CHECK(least(board + "w - -", {3, 1}) == never);
    CHECK(least("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", {1, 1}) == 30);
}

TEST_CASE("Promotions may bring back pieces as long as there are pawns", "[targets]") {
    CHECK_FALSE(is_out_of_reach("KQvK", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    CHECK(is_out_of_reach("KQPvK", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    CHECK(is_out_of_reach("KQvK", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    CHECK(is_out_of_reach("KQvK", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    CHECK_FALSE(is_out_of_reach("KvKQ", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    CHECK(is_out_of_reach("Kkq", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    CHECK_FALSE(is_out_of_reach("KRRvKB", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"));
    CHECK(is_out_of_reach("KRRvKBB", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"));
}

TEST_CASE("Material is two sides, kings first", "[targets]") {
    for (const char* text : {"KvK", "Kk", "KRPvKR", "KPRvKR", "KRPkr", "KQQQQQQQQQvK", "KRP v KR",
                             "KRP vs KR", "KR P k r"}) {
        INFO(text);
        CHECK(parse_material(text));
    }
    for (const char* text : {"", "v", "K", "KvR", "RvK", "KRvkr", "KRPkR", "krKR", "KRvKRvK",
                             "KXvK", "KvsvK", "KsK", "KKvK"}) {
        INFO(text);
        CHECK_FALSE(parse_material(text));
    }
    CHECK_FALSE(parse_material("K" + std::string(1000, 'Q') + "vK"));
}
