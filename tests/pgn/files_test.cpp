#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "laws.hpp"
#include "pgn_text.hpp"

namespace fs = std::filesystem;

using namespace ign::pgn;
using namespace ign::pgn::test;

namespace {

const fs::path shared = IGN_SHARED_DIR;

bool is_there(const fs::path& path) {
    if (fs::exists(path)) return true;
    WARN("skipped: " << path << " is missing");
    return false;
}

/// How many entries the list that follows `key` has: objects at its own depth of the JSON text.
std::size_t count_objects(const std::string& json, std::size_t from, std::size_t* list_end) {
    std::size_t count = 0;
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = from; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
            continue;
        }
        if (c == '"') in_string = true;
        if (c == '{' && depth++ == 1) ++count;
        if (c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) {
            *list_end = i;
            break;
        }
    }
    return count;
}

struct Expectation {
    std::string file;
    std::set<std::size_t> counts;
};

/// The game counts that cases.tsv allows for its plain PGN files.
std::vector<Expectation> read_expectations() {
    std::vector<Expectation> all;
    std::ifstream table(shared / "cases/cases.tsv");
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
        const std::size_t file = line.find('\t') + 1;
        const std::size_t kind = line.find('\t', file) + 1;
        const std::size_t json = line.find('\t', kind) + 1;
        Expectation expectation{line.substr(file, kind - 1 - file), {}};
        if (!expectation.file.ends_with(".pgn")) continue;
        if (line.find("\"alt_file\"") != std::string::npos) continue;
        std::size_t end = 0;
        const std::size_t games = line.find("\"games\": [", json);
        expectation.counts.insert(count_objects(line, games + 9, &end));
        std::size_t alternative = line.find("\"alt_games\": [", end);
        if (alternative != std::string::npos) {
            alternative += 14;
            while (alternative < line.size() && line[alternative] == '[') {
                expectation.counts.insert(count_objects(line, alternative, &end));
                alternative = line.find_first_not_of(", ", end + 1);
            }
        }
        all.push_back(std::move(expectation));
    }
    return all;
}

std::vector<fs::path> pgn_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() == ".pgn") {
            files.push_back(entry.path());
        }
    }
    return files;
}

}  // namespace

TEST_CASE("every case holds the games it is known to hold") {
    if (!is_there(shared / "cases/cases.tsv")) return;
    const auto expectations = read_expectations();
    CHECK(expectations.size() > 140);
    for (const Expectation& expectation : expectations) {
        CAPTURE(expectation.file, expectation.counts);
        const std::string text = read_file(shared / "cases" / expectation.file);
        REQUIRE((!text.empty() || expectation.counts.contains(0)));
        CHECK(expectation.counts.contains(count_games(text)));
    }
}

TEST_CASE("the laws hold for every case") {
    if (!is_there(shared / "cases")) return;
    for (const fs::path& path : pgn_files(shared / "cases")) {
        const std::string text = read_file(path);
        CAPTURE(path);
        const std::size_t stride = text.size() < 2'000 ? 1 : 1 + text.size() / 300;
        CHECK(laws::all(text, stride).empty());
    }
}

TEST_CASE("the laws hold for real files of all kinds") {
    if (!is_there(shared / "corpora")) return;
    constexpr std::size_t sample = 20'000;
    for (const fs::path& path : pgn_files(shared / "corpora")) {
        const std::string text = read_file(path).substr(0, sample);
        CAPTURE(path);
        const std::string broken = laws::all(text, 37);
        CHECK(broken == "");
    }
}

TEST_CASE("the laws hold for texts made of the signs that matter") {
    constexpr std::string_view pieces[] = {"[Event \"x\"]\n",
                                           "\n\n[Event \"",
                                           "[A \"b\"]",
                                           "[A b]",
                                           "[",
                                           "]",
                                           "\"",
                                           "\\",
                                           "\n",
                                           "\r\n",
                                           "\r",
                                           " ",
                                           "{",
                                           "}",
                                           "(",
                                           ")",
                                           ";",
                                           "%",
                                           "\n%",
                                           "1. e4 ",
                                           "1.",
                                           "e4",
                                           "Nf3",
                                           "e.p.",
                                           "e",
                                           ".p",
                                           "ep",
                                           "*",
                                           "1-0",
                                           "0-1",
                                           "1/2",
                                           "-1/2",
                                           "0-0",
                                           "0000",
                                           "--",
                                           "$1",
                                           "!?",
                                           "+-",
                                           "\xC2\xBD",
                                           "\xC2",
                                           "\xBD",
                                           "-",
                                           "\xEF\xBB\xBF",
                                           "\xE2\x80\x8B",
                                           "\xE2\x80",
                                           "\xE2",
                                           "foo ",
                                           "O-O",
                                           "#",
                                           "=",
                                           "/",
                                           "A",
                                           "9"};
    std::uint64_t state = 20'240'229;
    const auto random = [&state](std::uint64_t below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33) % below;
    };
    for (int round = 0; round < 4'000; ++round) {
        std::string text;
        for (std::uint64_t length = random(24); length > 0; --length) {
            text += pieces[random(std::size(pieces))];
        }
        CAPTURE(text);
        REQUIRE(laws::all(text, 1) == "");
    }
}
