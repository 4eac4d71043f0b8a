#include <catch2/catch.hpp>
#include <random>

#include "files.hpp"
#include "laws.hpp"
#include "nasty_texts.hpp"

using namespace ign::convert;
using namespace ign::convert::test;

TEST_CASE("rows give back nasty texts") {
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        CHECK(laws::round_trip(text) == "");
    }
}

TEST_CASE("rows give back the cases") {
    for (const std::string& path : shared_files("cases", 2000000)) {
        if (path.find(".pgn") == std::string::npos) continue;
        INFO(path);
        std::string text;
        try {
            text = read_text(path);
        } catch (const std::exception&) {
            continue;  // a damaged archive, on purpose
        }
        // The largest are about memory and cost the sanitizers minutes.
        if (text.size() > 2000000) continue;
        CHECK(laws::round_trip(text) == "");
    }
}

TEST_CASE("rows give back games with any clock columns and numbering") {
    RowOptions options;
    options.clocks = ClockColumns::remaining;
    options.numbering = ign::chess::Numbering::legal;
    for (const auto& [name, text] : nasty_texts()) {
        INFO(name);
        CHECK(laws::round_trip(text, options) == "");
    }
    CHECK(laws::round_trip(dump_games(60), options) == "");
    // A pinned knight: the two numberings differ.
    CHECK(laws::round_trip("[FEN \"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n1. Kd2 Kg8 2. Nc3 *\n",
                           options) == "");
}

TEST_CASE("rows give back games of a dump with any one byte changed, lost or added") {
    const std::string good = dump_games(3);
    std::mt19937 random(9);
    const std::string signs =
        "\"\\[]{}();%$!?.#+-=*012359abhKQRBNOx \n\r\t\xC3\xBC\xFF" + std::string(1, '\0');
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (int kind = 0; kind < 6; ++kind) {
            std::string text = good;
            char sign = signs[random() % signs.size()];
            if (kind < 3) text[at] = sign;
            if (kind == 3 || kind == 4) text.insert(at, 1, sign);
            if (kind == 5) text.erase(at, 1);
            std::string broken = laws::round_trip(text);
            if (broken.empty()) broken = laws::fast_path(text);
            if (!broken.empty())
                FAIL(broken << " with byte " << at << " changed to " << int(sign) << " kind "
                            << kind);
        }
    }
}

TEST_CASE("rows give back and agree on games with lines swapped, doubled and lost") {
    const std::string good = dump_games(3);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < good.size();) {
        std::size_t end = good.find('\n', at) + 1;
        lines.push_back(good.substr(at, end - at));
        at = end;
    }
    std::mt19937 random(10);
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::string> changed = lines;
        for (std::size_t n = 1 + random() % 3; n != 0; --n) {
            std::size_t a = random() % changed.size();
            std::size_t b = random() % changed.size();
            switch (random() % 3) {
                case 0:
                    std::swap(changed[a], changed[b]);
                    break;
                case 1:
                    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(a),
                                   lines[b % lines.size()]);
                    break;
                default:
                    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(a));
            }
        }
        std::string text;
        for (const std::string& line : changed) text += line;
        std::string broken = laws::round_trip(text);
        if (broken.empty()) broken = laws::fast_path(text);
        if (!broken.empty()) FAIL(broken << "\n" << text);
    }
}

TEST_CASE("rows give back numbers, clocks and evaluations of any size in the layout of a dump") {
    const std::string clocks[] = {"0:00:00", "0:00:59",  "0:59:59",  "9:59:59",
                                  "0:03:00", "10:00:00", "99:00:01", "1:00:00"};
    const std::string evals[] = {"", "[%eval 0.0] ", "[%eval -12.34] ", "[%eval #-5] "};
    for (unsigned first : {0U, 1U, 9U, 99U, 998U, 999U, 1000U, 65534U}) {
        for (bool white : {true, false}) {
            std::string text = "[FEN \"4k3/8/8/8/8/8/8/4K3 " + std::string(white ? "w" : "b") +
                               " - - 0 " + std::to_string(first) + "\"]\n\n";
            // Both kings go to and fro.
            for (unsigned ply = 0; ply != 40; ++ply) {
                bool is_white = white == (ply % 2 == 0);
                unsigned number = first + (ply + (white ? 0 : 1)) / 2;
                text += std::to_string(number) + (is_white ? ". " : "... ");
                text += std::string("K") + (ply / 2 % 2 == 0 ? 'd' : 'e') + (is_white ? '1' : '8');
                text += " { " + evals[ply / 3 % 4] + "[%clk " + clocks[ply % 8] + "] } ";
            }
            text += "*\n\n";
            INFO(text);
            CHECK(laws::round_trip(text) == "");
        }
    }
}
