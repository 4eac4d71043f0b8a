#include "ign/chess/start_number.hpp"

#include <array>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>

#include "ign/chess/fen.hpp"

namespace ign::chess {

namespace {

// number = light bishop + 4 * (dark bishop + 4 * (queen + 6 * knights)): the bishops' squares count
// those of their colour, the queen's place those still free, the pair of knights the free ones
// after that. King and rooks take what is left.
constexpr std::array<std::pair<int, int>, 10> knight_places = {
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

using HomeRank = std::array<char, 8>;

/// The file with `place` free files before it.
char& free_file(HomeRank& files, int place) {
    for (char& piece : files) {
        if (piece == ' ' && place-- == 0) return piece;
    }
    assert(false);
    return files[0];
}

HomeRank home_rank_of(int number) {
    HomeRank files;
    files.fill(' ');
    files[number % 4 * 2 + 1] = 'b';
    number /= 4;
    files[number % 4 * 2] = 'b';
    number /= 4;
    free_file(files, number % 6) = 'q';
    auto [first, second] = knight_places[number / 6];
    // The second one first, so that the places still count the same files.
    free_file(files, second) = 'n';
    free_file(files, first) = 'n';
    for (char piece : {'r', 'k', 'r'}) free_file(files, 0) = piece;
    return files;
}

}  // namespace

Position start_position(int number) {
    assert(number >= 0 && number < start_count);
    HomeRank files = home_rank_of(number);
    std::string black(files.begin(), files.end());
    std::string white = black;
    for (char& piece : white) piece = static_cast<char>(piece - 'a' + 'A');
    return *parse_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
}

std::optional<int> start_number(const Position& position) {
    constexpr std::string_view between = "/pppppppp/8/8/8/8/PPPPPPPP/";
    std::string fields = to_epd_fields(position);
    if (fields.compare(HomeRank().size(), between.size(), between) != 0) return std::nullopt;
    for (int number = 0; number < start_count; ++number) {
        HomeRank files = home_rank_of(number);
        if (!fields.starts_with(std::string_view(files.data(), files.size()))) continue;
        if (fields == to_epd_fields(start_position(number))) return number;
    }
    return std::nullopt;
}

}  // namespace ign::chess
