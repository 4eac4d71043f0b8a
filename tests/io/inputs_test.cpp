#include "ign/io/inputs.hpp"

#include <catch2/catch.hpp>

#include "support.hpp"

using namespace ign::io;
using namespace ign::io::test;

namespace {

std::vector<std::string> expand(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
        if (argument != "-") {
            argument = (folder.path() / argument).string();
        }
    }
    std::vector<std::string> names;
    for (const auto& path : expand_inputs(arguments)) {
        names.push_back(path == "-" ? "-" : path.lexically_relative(folder.path()).string());
    }
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("arguments become inputs in order") {
    const TemporaryFolder folder;
    for (const char* name :
         {"b.pgn", "a.pgn.zst", "sub/deep/c.pgn.gz", "sub/D.PGN", "sub/e.pgn.bz2", "notes.txt",
          "x.zst", "sub/.pgn", "odd[1].pgn", "B.pgn"}) {
        (void)folder.write(name, "");
    }
    std::filesystem::create_directories(folder.path() / "empty/folder.pgn");

    CHECK(expand(folder, {"notes.txt", "-", "b.pgn", "b.pgn"}) ==
          Names{"notes.txt", "-", "b.pgn", "b.pgn"});
    CHECK(expand(folder, {"sub"}) == Names{"sub/D.PGN", "sub/deep/c.pgn.gz", "sub/e.pgn.bz2"});
    CHECK(expand(folder, {"b.pgn", "*.pgn*"}) ==
          Names{"b.pgn", "B.pgn", "a.pgn.zst", "b.pgn", "odd[1].pgn"});
    // A name that exists is no pattern.
    CHECK(expand(folder, {"odd[1].pgn"}) == Names{"odd[1].pgn"});
    CHECK(expand(folder, {"s?b"}) == Names{"sub/D.PGN", "sub/deep/c.pgn.gz", "sub/e.pgn.bz2"});
    CHECK(expand(folder, {}).empty());

    CHECK_THROWS_WITH(expand(folder, {"none*.pgn"}),
                      Catch::Contains("no file matches the pattern"));
    CHECK_THROWS_WITH(expand(folder, {"none.pgn"}), Catch::Contains("No such file"));
    CHECK_THROWS_WITH(expand(folder, {"empty"}), Catch::Contains("the folder holds no *.pgn"));
    CHECK_THROWS_AS(expand(folder, {"none.pgn"}), InputError);
}

TEST_CASE("one file under two names is one file") {
    const TemporaryFolder folder;
    const auto path = folder.write("a", "x");
    const auto other = folder.write("b", "x");
    std::filesystem::create_symlink(path, folder.path() / "link");
    std::filesystem::create_hard_link(path, folder.path() / "hard");
    CHECK(same_file(path, folder.path() / "link"));
    CHECK(same_file(path, folder.path() / "hard"));
    CHECK(same_file(path, folder.path() / "." / "a"));
    CHECK_FALSE(same_file(path, other));
    CHECK_FALSE(same_file(path, folder.path() / "missing"));
    CHECK_FALSE(same_file(folder.path() / "missing", folder.path() / "missing"));
}
