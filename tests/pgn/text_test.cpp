#include "ign/base/text.hpp"

#include <catch2/catch.hpp>

using namespace ign;

TEST_CASE("UTF-8: the borders of every length") {
    for (const std::string text :
         {"", "plain ascii, longer than a word", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80",
          "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        CAPTURE(text);
        CHECK(is_valid_utf8(text));
        CHECK(is_valid_utf8("12345678" + text + "x"));
    }
    for (const std::string text :
         {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2",
          "\xC2"
          "A",
          "\xE0\x9F\xBF", "\xE0\xA0", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x90\x80", "\xFF", "\xFE"}) {
        CAPTURE(text);
        CHECK_FALSE(is_valid_utf8(text));
        CHECK_FALSE(is_valid_utf8("1234567" + text));
    }
}

TEST_CASE("windows-1252 becomes UTF-8") {
    std::string out;
    append_windows_1252("Whit\xE9 \x80 \x9F \xFF \x81", out);
    CHECK(out == "Whit\xC3\xA9 \xE2\x82\xAC \xC5\xB8 \xC3\xBF \xC2\x81");
    std::string every_byte;
    for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
    out.clear();
    append_windows_1252(every_byte, out);
    CHECK(is_valid_utf8(out));
}

TEST_CASE("to_utf8 leaves UTF-8 as it is") {
    std::string scratch;
    const std::string good = "zug \xD0\xB7";
    CHECK(to_utf8(good, scratch).data() == good.data());
    CHECK(to_utf8("he\xFFllo", scratch) == "he\xC3\xBFllo");
}
