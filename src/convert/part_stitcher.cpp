#include "part_stitcher.hpp"

#include <utility>

#include "ign/io/errors.hpp"
#include "ign/io/zstd_frames.hpp"

namespace ign::convert {
namespace {

using State = EncodedStretch::State;

// Of the text of a stretch, as far as it is not shared.
pgn::TextEnd end_of(const Stretch& stretch, const EncodedStretch& encoded) {
    const bool ends_file = stretch.ends_file() && !encoded.rest;
    return ends_file ? pgn::TextEnd::at_eof : pgn::TextEnd::more;
}

}  // namespace

PartStitcher::PartStitcher(const Surroundings& surroundings)
    : with_(surroundings),
      stitcher_([this] { return with_.batches.take(); }, with_.options.limit, with_.report,
                with_.options.on_reject) {}

void PartStitcher::go_on(const Checkpoint& start) {
    start_ = start;
    trail_ = CheckpointTrail(start);
}

void PartStitcher::reach() {
    if (auto place = stitcher_.place()) {
        trail_.reach(place->text_offset, place->games, with_.report);
    }
}

std::string PartStitcher::checkpoint() const { return save_checkpoint(trail_.last(with_.report)); }

void PartStitcher::pass(io::RestartPoint point) {
    if (with_.options.resume) trail_.pass(point);  // else nobody notes the place
}

void PartStitcher::add(InputPart& part, EncodedPart& encoded,
                       std::vector<columnar::RowSlice>& rows) {
    if (with_.feed.is_given_up(part.input)) return;  // the parts behind its fault are left out
    if (input_ != part.input) begin_input(part.input);
    if (part.stretch) return add_stretch(part, encoded.stretch, rows);
    add_piece(part, std::exchange(encoded.piece, {}), rows);
}

void PartStitcher::begin_input(std::size_t input) {
    input_ = input;
    stitcher_.begin_input(with_.options.inputs[input].string(),
                          make_piece_encoder(with_.options, input));
    std::uint64_t skipped = input == start_.input ? start_.text_offset : 0;
    if (skipped != 0) stitcher_.go_on(skipped, start_.input_games);
    trail_.begin_input(input, with_.report.text_bytes - skipped);
}

void PartStitcher::add_piece(InputPart& part, EncodedPiece piece,
                             std::vector<columnar::RowSlice>& rows) {
    if (part.fault) {
        if (with_.options.broken_input == BrokenInput::fail) throw *part.fault;
        return end_input(part, rows);
    }
    bool is_last = part.piece.end == pgn::TextEnd::at_eof;
    with_.batches.show_typical(piece.rows);
    stitcher_.add(part.piece, std::move(piece), rows);
    with_.texts.give_back(std::exchange(part.piece, {}).memory);
    if (part.restart) pass(*part.restart);
    if (is_last) end_input(part, rows);
}

// As far as it was read. Its games are right if the one begun before it ends where they begin.
void PartStitcher::add_stretch(InputPart& part, EncodedStretch& encoded,
                               std::vector<columnar::RowSlice>& rows) {
    Stretch& stretch = *part.stretch;
    const bool goes_on = encoded.state == State::begun;
    if (!encoded.begin) begin_stretch(stretch, encoded, rows);
    if (stitcher_.is_pending() && encoded.state != State::left) encoded.leave(stretch);
    if (!encoded.pieces.empty()) with_.batches.show_typical(encoded.pieces.back().rows);
    for (EncodedPiece& piece : encoded.pieces) stitcher_.add_whole(std::move(piece), rows);
    encoded.pieces.clear();
    if (goes_on || encoded.state == State::shared) return;
    if (encoded.state == State::left) {
        read_rest(part, encoded, rows);
    } else if (!encoded.tail.empty()) {
        stitcher_.add_unread(encoded.tail, end_of(stretch, encoded), rows);
    }
    if (part.fault || end_of(stretch, encoded) == pgn::TextEnd::at_eof) end_input(part, rows);
}

void PartStitcher::begin_stretch(const Stretch& stretch, EncodedStretch& encoded,
                                 std::vector<columnar::RowSlice>& rows) {
    encoded.begin = stitcher_.text_added() - stretch.first_game().value_or(0);
    pass({stretch.frames().offset, *encoded.begin});
    if (!encoded.head.empty()) {
        stitcher_.add_unread(encoded.head, pgn::TextEnd::at_game_start, rows);
    }
}

void PartStitcher::read_rest(InputPart& part, const EncodedStretch& encoded,
                             std::vector<columnar::RowSlice>& rows) {
    try {
        read_rest_of(*part.stretch, encoded, rows);
    } catch (const io::InputError& fault) {
        if (with_.options.broken_input == BrokenInput::fail) throw;
        part.fault = fault;
        with_.feed.give_up(part.input);
    }
}

// What no thread could read by itself: the text of a stretch behind what was added of it, as far as
// it is not shared.
void PartStitcher::read_rest_of(const Stretch& stretch, const EncodedStretch& encoded,
                                std::vector<columnar::RowSlice>& rows) {
    io::ZstdFrameSource source(with_.options.inputs[*input_], stretch.frames());
    auto place = [&] { return stitcher_.text_added() - *encoded.begin; };
    if (!source.skip(place())) throw changed_input(source.name());
    PieceCutter cutter(source, with_.texts, with_.options.piece_bytes, PieceText::own);
    for (Piece piece; !stitcher_.limit_reached() && cutter.next(piece);) {
        if (with_.progress.cancelled) throw Cancelled();
        if (stitcher_.text_added() == 0) refuse_wide_characters(piece.text, source.name());
        if (encoded.rest && place() + piece.text.size() > *encoded.rest) {
            stitcher_.add_unread(piece.text.substr(0, *encoded.rest - place()), pgn::TextEnd::more,
                                 rows);
            return;
        }
        const bool is_last = piece.end == pgn::TextEnd::at_eof;  // of the stretch
        stitcher_.add_unread(piece.text, is_last ? end_of(stretch, encoded) : piece.end, rows);
        with_.texts.give_back(std::exchange(piece, {}).memory);
    }
}

void PartStitcher::end_input(const InputPart& part, std::vector<columnar::RowSlice>& rows) {
    if (!part.fault) return stitcher_.end_input();
    stitcher_.end_broken_input(rows);
    with_.report.broken_inputs.push_back(
        {with_.options.inputs[part.input].string(), part.fault->what(), stitcher_.text_taken()});
}

}  // namespace ign::convert
