#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/convert/game_reader.hpp"
#include "ign/convert/piece.hpp"
#include "ign/convert/row_writer.hpp"

namespace ign::convert {

/// The rows of a piece, and what the stitcher needs to join it to its neighbours. Offsets are bytes
/// from the beginning of the piece's text.
struct EncodedPiece {
    std::shared_ptr<columnar::RowBatch> rows;
    std::vector<Reject>
        rejects;  ///< `game` is the row's place in the batch, from 0; offsets in the piece
    std::size_t last_game = 0;  ///< where the span of the last row's game begins
    std::size_t consumed = 0;   ///< behind the last whole game; all that follows is unfinished
};

/// Turns text into rows, game by game. One for each thread: it owns its scratch memory.
class PieceEncoder {
  public:
    /// Makes rows as the options say.
    explicit PieceEncoder(RowOptions options);

    /// Reads the games of `text`, which must begin where the span of a game begins.
    /// `padding` bytes behind it may be read.
    EncodedPiece encode(std::string_view text, pgn::TextEnd end, std::size_t padding,
                        std::shared_ptr<columnar::RowBatch> rows);
    EncodedPiece encode(std::string_view text, pgn::TextEnd end,
                        std::shared_ptr<columnar::RowBatch> rows) {
        return encode(text, end, 0, std::move(rows));
    }

    /// The text of a row's game.
    [[nodiscard]] std::string text_of(const columnar::RowSlice& row);

    /// The row with text of neighbours around its game's. `rows` is empty.
    columnar::RowSlice with_text_around(const columnar::RowSlice& row, std::string_view before,
                                        std::string_view after,
                                        std::shared_ptr<columnar::RowBatch> rows);

  private:
    std::unique_ptr<GameReader> reader_;
    RowWriter writer_;
    GameRecord game_;
};

}  // namespace ign::convert
