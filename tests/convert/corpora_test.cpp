#include <catch2/catch.hpp>
#include <cstdio>

#include "files.hpp"
#include "laws.hpp"
#include "rows.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

namespace {

// Of each file so much is read: sanitizers make it slow, and the rest of a file is more of the
// same.
constexpr std::size_t most_bytes = 200000;

bool is_pgn(const std::string& path) {
    return path.find("/other/") == std::string::npos && path.find(".pgn") != std::string::npos;
}

std::string beginning(const std::string& path) {
    std::string text = read_text(path);
    if (text.size() > most_bytes) text.resize(most_bytes);
    return text;
}

}  // namespace

TEST_CASE("the corpora give a row for every game, which gives back its text") {
    std::size_t games = 0;
    std::size_t rejects = 0;
    for (const std::string& path : shared_files("corpora", std::size_t{16} << 20)) {
        if (!is_pgn(path)) continue;
        INFO(path);
        std::string text = beginning(path);
        EncodedPiece piece = encode(text);
        CHECK(piece.rows->rows() == count_games(text));
        CHECK(laws::round_trip(text) == "");
        CHECK(laws::fast_path(text) == "");
        games += piece.rows->rows();
        rejects += piece.rejects.size();
    }
    std::printf("corpora: %zu games, %zu rejects\n", games, rejects);
}
