#include "laws.hpp"

#include <algorithm>
#include <memory>

#include "ign/convert/game_reader.hpp"
#include "ign/convert/game_writer.hpp"
#include "ign/convert/row_cursor.hpp"
#include "ign/convert/stitcher.hpp"
#include "ign/pgn/boundary.hpp"

namespace ign::convert::laws {
namespace {

using test::Row;

// A cut where a game seems to begin carries that promise, as the piece cutter gives it.
bool looks_like_game_start(std::string_view text, std::size_t at) {
    constexpr std::string_view line = "[Event \"";
    if (text.substr(at, line.size()) != line) return false;
    const char* end = text.data() + at + line.size();
    return pgn::find_last_game_boundary(text.data(), end) == text.data() + at;
}

std::string first_difference(std::string_view found, std::string_view expected) {
    if (found == expected) return "";
    auto differ = std::ranges::mismatch(found, expected);
    auto at = static_cast<std::size_t>(differ.in1 - found.begin());
    return "other text from byte " + std::to_string(at) +
           " on: " + std::string(found.substr(at, 40)) + " | " +
           std::string(expected.substr(at, 40));
}

std::string report_text(const Report& report) {
    std::string text =
        "games " + std::to_string(report.games) + ", rejected " + std::to_string(report.rejected) +
        ", bytes " + std::to_string(report.text_bytes) + ", empty inputs " +
        std::to_string(report.empty_inputs.size()) + ", text " + report.gameless_text;
    for (const std::string& reject : report.first_rejects) text += "; " + reject;
    for (std::uint64_t count : report.rejected_by_reason) text += " " + std::to_string(count);
    return text;
}

}  // namespace

std::vector<columnar::RowSlice> stitch(std::string_view text, std::span<const std::size_t> cuts,
                                       const RowOptions& options, Report& report) {
    auto new_batch = [] { return std::make_shared<columnar::RowBatch>(); };
    Stitcher stitcher(new_batch, std::nullopt, report);
    stitcher.begin_input("input", PieceEncoder(options));
    std::vector<columnar::RowSlice> slices;
    // What follows a piece stands in its padding, as where the source lends it.
    std::string padded = std::string(text) + std::string(Piece::padding, '\0');
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        std::size_t end = i == cuts.size() ? text.size() : cuts[i];
        Piece piece;
        piece.text = std::string_view(padded).substr(begin, end - begin);
        piece.end = i == cuts.size()                   ? pgn::TextEnd::at_eof
                    : looks_like_game_start(text, end) ? pgn::TextEnd::at_game_start
                                                       : pgn::TextEnd::more;
        // As in the pipeline, each piece is read before it is known whether a game begins there.
        PieceEncoder encoder(options);
        EncodedPiece encoded = encoder.encode(piece.text, piece.end, Piece::padding, new_batch());
        stitcher.add(piece, std::move(encoded), slices);
        begin = end;
    }
    stitcher.end_input();
    stitcher.finish(slices);
    return slices;
}

std::vector<Row> stitched_rows(std::string_view text, std::span<const std::size_t> cuts,
                               const RowOptions& options, Report& report) {
    return test::print_rows(stitch(text, cuts, options, report));
}

std::string cuts(std::string_view text, std::span<const std::size_t> cuts) {
    Report whole_report;
    std::vector<Row> whole = stitched_rows(text, {}, {}, whole_report);
    Report cut_report;
    std::vector<Row> cut = stitched_rows(text, cuts, {}, cut_report);
    std::string what = test::difference(whole, cut);
    if (what.empty() && report_text(whole_report) != report_text(cut_report)) {
        what = "report: " + report_text(whole_report) + " | " + report_text(cut_report);
    }
    if (what.empty()) return "";
    std::string places;
    for (std::size_t place : cuts.first(std::min<std::size_t>(cuts.size(), 8))) {
        places += " " + std::to_string(place);
    }
    return std::to_string(cuts.size()) + " cuts, first at" + places + ": " + what;
}

std::string fast_path(std::string_view text) {
    auto reader = make_game_reader(chess::Numbering::pseudo_legal);
    GameRecord game;
    std::vector<Row> rows = test::rows_of(text);
    const char* end = text.data() + text.size();
    const char* at = text.data();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (reader->read(at, end, pgn::TextEnd::at_eof, game) != pgn::GameEnd::complete) {
            return "fewer games than rows";
        }
        at += game.text.size();
        if (!game.dump.is_known) continue;
        std::string what = test::difference({rows[row]}, test::rows_of(game.text));
        if (!what.empty())
            return "fast path | general path: of " + std::to_string(row) + ", " + what;
    }
    return "";
}

std::string round_trip(std::string_view text, const RowOptions& options) {
    Report report;
    GameWriter writer(NumberingScheme{options.numbering, options.resignation});
    std::size_t written = 0;
    std::size_t row = 0;
    for (const columnar::RowSlice& slice : stitch(text, {}, options, report)) {
        RowCursor cursor(*slice.batch);
        for (std::size_t i = 0; i < slice.first + slice.count; ++i) {
            cursor.next();
            if (i < slice.first) continue;
            std::string game;
            Exactness exactness = writer.write(cursor, game);
            std::string place = "row " + std::to_string(row++) + ": ";
            if (exactness != Exactness::exact) return place + "not exact; " + writer.fault();
            std::string what = first_difference(game, text.substr(written, game.size()));
            if (!what.empty()) return place + what;
            written += game.size();
        }
    }
    if (row != 0 && written != text.size()) {
        return "the rows give " + std::to_string(written) + " of " + std::to_string(text.size()) +
               " bytes";
    }
    return "";
}

}  // namespace ign::convert::laws
