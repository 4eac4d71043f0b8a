#include "ign/search/where.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace ign::search;

namespace {

std::string reread(const std::string& text) {
    auto condition = parse_where(text);
    INFO(text);
    REQUIRE(condition);
    return to_text(*condition);
}

void check_error(const std::string& text, std::size_t offset, const std::string& part) {
    auto condition = parse_where(text);
    INFO(text);
    REQUIRE(!condition);
    CHECK(condition.error().offset == offset);
    CHECK_THAT(condition.error().what, Catch::Matchers::Contains(part));
}

}  // namespace

TEST_CASE("AND binds more than OR, NOT more than both", "[where]") {
    CHECK(reread("a=1 or b=2 and not c=3 or d=4") == "a = 1 OR (b = 2 AND NOT (c = 3)) OR d = 4");
    CHECK(reread("not a=1 and b=2") == "NOT (a = 1) AND b = 2");
    CHECK(reread("not (a=1 and b=2)") == "NOT (a = 1 AND b = 2)");
    CHECK(reread("((a=1)) and (b=2 and c=3)") == "a = 1 AND (b = 2 AND c = 3)");
}

TEST_CASE("Signs have several spellings, and texts two kinds of quotes", "[where]") {
    CHECK(reread("a==1 AND b!=2 AND c<>3") == "a = 1 AND b <> 2 AND c <> 3");
    CHECK(reread("a<=-1.50 AND 2>=b") == "a <= -1.50 AND 2 >= b");
    CHECK(reread(R"(a = "1-0" AND b = 'it''s' AND c = "say ""hi""")") ==
          R"(a = '1-0' AND b = 'it''s' AND c = 'say "hi"')");
}

TEST_CASE("BETWEEN, NOT IN and IS NOT NULL stand for what they mean", "[where]") {
    CHECK(reread("a between 1 and 2 and b = 3") == "(a >= 1 AND a <= 2) AND b = 3");
    CHECK(reread("a not in (1,'x') or a is not null") == "NOT (a IN (1, 'x')) OR NOT (a IS NULL)");
    CHECK(reread("a not like '%x'") == "NOT (a LIKE '%x')");
}

TEST_CASE("What is wrong with a condition is pointed at", "[where]") {
    check_error("", 0, "the text ends");
    check_error("a = 1 b = 2", 6, "expected AND, OR or the end, not b");
    check_error("a = 1 and", 9, "expected a column or a constant");
    check_error("(a = 1", 6, "expected )");
    check_error("a in (b)", 6, "'b'");
    check_error("a = null", 4, "IS NULL");
    check_error("a is 3", 5, "expected NULL, not 3");
    check_error("a not = 3", 6, "expected a comparison");
    check_error("a = 'x", 4, "no closing quote");
    check_error("a = 1.2.3", 4, "no number");
    check_error("a & b", 2, "unexpected character");
}

TEST_CASE("Deep nesting is refused, not followed", "[where]") {
    auto nested = [](int depth) {
        return std::string(static_cast<std::size_t>(depth), '(') + "a = 1" +
               std::string(static_cast<std::size_t>(depth), ')');
    };
    CHECK(reread(nested(150)) == "a = 1");
    check_error(nested(100'000), 210, "too deeply");
    std::string denied;
    for (int i = 0; i < 90; ++i) denied += "not ";
    std::string written = reread(denied + "a = 1");
    CHECK(reread(written) == written);
    check_error(denied + denied + "a = 1", 0, "too deeply");
}
