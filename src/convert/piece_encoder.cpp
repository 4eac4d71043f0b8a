#include "ign/convert/piece_encoder.hpp"

#include <utility>

namespace ign::convert {

namespace {

// Is there a game in the text up to the end of the input?
bool holds_a_game(const char* begin, const char* end) {
    if (begin == end) return true;  // nothing that would need an owner
    if (std::string_view(begin, static_cast<std::size_t>(end - begin)).starts_with("[Event ")) {
        return true;
    }
    // Only the end tells: even a tag may be what a damaged one has left of text that is no game.
    pgn::Tokenizer tokens(begin, end, pgn::TextEnd::at_eof);
    while (tokens.next().kind != pgn::TokenKind::end) continue;
    return tokens.state() != pgn::GameEnd::no_game;
}

RowCursor cursor_at(const columnar::RowSlice& row) {
    RowCursor cursor(*row.batch);
    for (std::size_t i = 0; i <= row.first; ++i) cursor.next();
    return cursor;
}

}  // namespace

PieceEncoder::PieceEncoder(RowOptions options)
    : reader_(make_game_reader(options.numbering, options.resignation)),
      writer_(std::move(options)) {}

EncodedPiece PieceEncoder::encode(std::string_view text, pgn::TextEnd end, std::size_t padding,
                                  std::shared_ptr<columnar::RowBatch> rows) {
    EncodedPiece piece;
    piece.rows = std::move(rows);
    const char* begin = text.data();
    const char* at = begin;
    const char* text_end = begin + text.size();
    while (at != text_end &&
           reader_->read(at, text_end, end, padding, game_) == pgn::GameEnd::complete) {
        // Text after the last game of an input belongs to that game.
        const char* next = at + game_.text.size();
        if (end == pgn::TextEnd::at_eof && !holds_a_game(next, text_end)) {
            game_.text = {at, static_cast<std::size_t>(text_end - at)};
        }
        piece.last_game = static_cast<std::size_t>(at - begin);
        if (game_.reason != RejectReason::none) {
            piece.rejects.push_back(
                {piece.rows->rows(), piece.last_game, game_.reason, error_text(game_)});
        }
        writer_.append(game_, *piece.rows);
        at += game_.text.size();
    }
    piece.consumed = static_cast<std::size_t>(at - begin);
    return piece;
}

std::string PieceEncoder::text_of(const columnar::RowSlice& row) {
    std::string text;
    writer_.append_text_of(cursor_at(row), text);
    return text;
}

columnar::RowSlice PieceEncoder::with_text_around(const columnar::RowSlice& row,
                                                  std::string_view before, std::string_view after,
                                                  std::shared_ptr<columnar::RowBatch> rows) {
    writer_.append_with_text(cursor_at(row), before, after, *rows);
    return {std::move(rows), 0, 1};
}

}  // namespace ign::convert
