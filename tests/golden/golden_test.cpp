// Numbers made once stay what they are: every line of numbers.tsv, encoded and decoded.

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "ign/chess/fen.hpp"
#include "ign/codec/natural.hpp"
#include "ign/convert/single_game.hpp"
#include "ign/game/catalogue.hpp"

namespace ign {

namespace {

struct Golden {
    std::string kind, game, fen, moves, ending, numbering, number;
};

std::vector<Golden> read_golden() {
    std::ifstream file(IGN_SOURCE_DIR "/tests/golden/numbers.tsv");
    std::vector<Golden> all;
    std::string line;
    std::getline(file, line);
    REQUIRE(line == "kind\tgame\tfen\tmoves\tends\tnumbering\tnumber");
    while (std::getline(file, line)) {
        std::vector<std::string> fields(1);
        for (char c : line) {
            if (c == '\t') {
                fields.emplace_back();
            } else {
                fields.back() += c;
            }
        }
        REQUIRE(fields.size() == 7);
        all.push_back(
            {fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]});
    }
    return all;
}

// The words of the game, the resignation among them.
std::string words_of(const Golden& golden) {
    bool separated = !golden.moves.empty() && !golden.ending.empty();
    return golden.moves + (separated ? " " : "") + golden.ending;
}

void check_chess(const Golden& golden) {
    auto scheme = convert::parse_numbering_scheme(golden.numbering);
    REQUIRE(scheme);
    chess::Position start = chess::Position::standard();
    if (!golden.fen.empty()) {
        auto position = chess::parse_fen(golden.fen);
        REQUIRE(position);
        start = *position;
    }
    auto number = convert::encode_game(words_of(golden), start, *scheme);
    REQUIRE(number);
    CHECK(codec::to_decimal(*number) == golden.number);
    auto game = convert::decode_game(*codec::from_decimal(golden.number), start, *scheme);
    REQUIRE(game);
    auto words =
        golden.game == "chess960" ? convert::MoveWords::uci_takes_rook : convert::MoveWords::uci;
    CHECK(convert::write_words(*game, words) == words_of(golden));
}

void check_other(const Golden& golden) {
    auto resignation =
        golden.numbering.empty() ? game::Resignation::none : game::Resignation::offered;
    const auto* entry = game::find_game(golden.game, resignation);
    REQUIRE(entry != nullptr);
    auto number = entry->encode(words_of(golden));
    REQUIRE(number);
    CHECK(codec::to_decimal(*number) == golden.number);
    auto words = entry->decode(*codec::from_decimal(golden.number));
    REQUIRE(words);
    CHECK(*words == words_of(golden));
}

}  // namespace

TEST_CASE("golden: numbers made once decode and encode for ever") {
    std::map<std::string, std::size_t> kinds;
    for (const Golden& golden : read_golden()) {
        INFO(golden.kind << ' ' << golden.game << ' ' << golden.numbering << ' ' << golden.fen
                         << ' ' << words_of(golden));
        if (golden.game.starts_with("chess")) {
            check_chess(golden);
        } else {
            check_other(golden);
        }
        ++kinds[golden.kind];
    }
    // What the file held when it was made; it may only grow.
    const std::map<std::string, std::size_t> expected = {
        {"board game", 40}, {"castling", 24},        {"chess960", 36}, {"counters", 12},
        {"empty", 6},       {"en passant", 36},      {"famous", 58},   {"long", 6},
        {"promotion", 24},  {"pins and checks", 24}, {"random", 46}};
    for (const auto& [kind, count] : expected) {
        INFO(kind);
        CHECK(kinds[kind] >= count);
    }
}

}  // namespace ign
