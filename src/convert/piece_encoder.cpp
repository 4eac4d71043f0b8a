#include "ign/convert/piece_encoder.hpp"

#include <utility>

namespace ign::convert {

PieceEncoder::PieceEncoder(RowOptions options)
    : reader_(make_game_reader(options.numbering)), writer_(std::move(options)) {}

EncodedPiece PieceEncoder::encode(std::string_view text, pgn::TextEnd end,
                                  std::shared_ptr<columnar::RowBatch> rows) {
    EncodedPiece piece;
    piece.rows = std::move(rows);
    const char* begin = text.data();
    const char* at = begin;
    const char* text_end = begin + text.size();
    while (at != text_end) {
        pgn::GameEnd state = reader_->read(at, text_end, end, game_);
        if (state != pgn::GameEnd::complete) {
            piece.rest_has_no_game = state == pgn::GameEnd::no_game;
            break;
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

}  // namespace ign::convert
