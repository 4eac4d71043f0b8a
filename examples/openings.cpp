// openings GAMES.pgn OUT.parquet MOVES...: converts the games, and counts those that begin with the
// moves by what their numbers say.

#include <cstdint>
#include <exception>
#include <iostream>
#include <string>

#include "ign/codec/natural.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/convert/pipeline.hpp"
#include "ign/convert/single_game.hpp"

namespace {

using ign::columnar::Field;

void convert(const char* pgn, const char* parquet) {
    ign::convert::Options job;
    job.inputs = {pgn};
    job.output = parquet;
    job.overwrite = ign::io::Overwrite::yes;
    job.on_reject = [](const std::string& input, const ign::convert::Reject& reject) {
        std::cerr << input << ": game " << reject.game << ": " << reject.error << '\n';
    };
    ign::convert::Progress progress;
    ign::convert::Report report = ign::convert::convert(job, progress);
    std::cout << report.games << " games, " << report.rejected << " rejected\n";
}

// A line of up to eight half-moves as a condition on the column ign8: x >= value and
// x % product == value % product.
struct Opening {
    std::int64_t value = 0;
    std::int64_t product = 1;
};

Opening opening_of(const std::string& moves) {
    auto number = ign::convert::encode_game(moves, {}, {});
    if (!number) throw std::runtime_error(number.error());
    auto game = ign::convert::decode_game(*number, ign::chess::Position::standard(), {});
    Opening opening{std::stoll(ign::codec::to_decimal(*number)), 1};
    ign::chess::Position position = game->start;
    for (ign::chess::Move move : game->moves) {
        opening.product *= ign::chess::radix(position, ign::chess::Numbering::pseudo_legal);
        position.play(move);
    }
    return opening;
}

std::uint64_t count_games(const char* parquet, Opening opening) {
    ign::columnar::FileReader file{std::filesystem::path(parquet)};
    std::uint64_t found = 0;
    for (int group = 0; group < file.row_groups(); ++group) {
        constexpr Field fields[] = {Field::ign8};
        ign::columnar::RowBatch rows = file.read_row_group(group, fields);
        for (std::int64_t x : rows[Field::ign8].longs.span()) {
            found += x >= opening.value && (x - opening.value) % opening.product == 0;
        }
    }
    return found;
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) {
        std::cerr << "usage: openings GAMES.pgn OUT.parquet MOVES...\n";
        return 2;
    }
    try {
        std::string moves;
        for (int i = 3; i < count; ++i) moves += std::string(words[i]) + ' ';
        convert(words[1], words[2]);
        std::cout << count_games(words[2], opening_of(moves)) << " begin with " << moves << '\n';
    } catch (const std::exception& error) {
        std::cerr << "openings: " << error.what() << '\n';
        return 1;
    }
}
