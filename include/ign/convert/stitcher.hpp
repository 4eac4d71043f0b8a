#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/convert/piece_encoder.hpp"
#include "ign/convert/report.hpp"
#include "ign/convert/row_groups.hpp"

namespace ign::convert {

/// Joins the pieces of the inputs, in order, into one run of rows.
///
/// Pieces are encoded before it is known whether they really begin where a game begins. The first
/// piece of an input does. If a piece's games end exactly at its end, the next one does too;
/// otherwise what is left over is joined with the text of the next piece and read again here. So
/// the rows are those of the whole text, wherever it was cut. Who has read games one behind the
/// other adds their rows without their text, once what stands before them was found to be whole.
///
/// The last row is held back until the next one is known, since text after the last game of an
/// input belongs to that game. The text of an input without games goes to the last row before it,
/// or to the first one after it: all that gives back the inputs is in the rows, if there are any.
class Stitcher {
  public:
    /// Gives an empty batch.
    using NewBatch = std::function<std::shared_ptr<columnar::RowBatch>()>;
    /// As in Options::on_reject.
    using OnReject = std::function<void(const std::string& input, const Reject& reject)>;

    Stitcher(NewBatch new_batch, std::optional<std::uint64_t> limit, Report& report,
             OnReject on_reject = {});

    /// `encoder` reads what has to be read again, with the options of that input.
    void begin_input(const std::string& name, PieceEncoder encoder);
    /// Instead of the text from the beginning, that from a game's first byte comes, so many games
    /// into the input. To be called after begin_input.
    void go_on(std::uint64_t text_offset, std::uint64_t games);
    /// Appends the rows that are final to `ready`, as all that add something do.
    void add(const Piece& piece, EncodedPiece encoded, std::vector<columnar::RowSlice>& ready);
    /// Text that nobody has tried to read yet.
    void add_unread(std::string_view text, pgn::TextEnd end,
                    std::vector<columnar::RowSlice>& ready);
    /// Whole games that begin where the text so far ends, without a game pending.
    void add_whole(EncodedPiece encoded, std::vector<columnar::RowSlice>& ready);
    /// Is the last game that was begun not known to be whole?
    [[nodiscard]] bool is_pending() const { return pending_.size() != 0; }
    /// Bytes of the input's text that were added.
    [[nodiscard]] std::uint64_t text_added() const { return offset_ + pending_.size(); }
    /// After the piece marked TextEnd::at_eof.
    void end_input();
    /// After the last piece of an input that a fault has cut: of its last game, as far as it came,
    /// the row is kept if the game is whole.
    void end_broken_input(std::vector<columnar::RowSlice>& ready);
    /// After the last input.
    void finish(std::vector<columnar::RowSlice>& ready);

    /// Where the first game of the input begins that is not final, and how many are.
    struct Place {
        std::uint64_t text_offset = 0;
        std::uint64_t games = 0;
    };
    /// Nothing if the text before the place does not suffice to tell the rows before it.
    [[nodiscard]] std::optional<Place> place() const;
    /// Of the input that was ended last: the bytes whose games are rows.
    [[nodiscard]] std::uint64_t text_taken() const { return offset_; }

    [[nodiscard]] bool limit_reached() const { return limit_ && report_.games >= *limit_; }

  private:
    [[nodiscard]] bool is_worth_reading(pgn::TextEnd end) const;
    void keep_pending(std::size_t taken);
    std::size_t take(std::string_view text, EncodedPiece encoded, pgn::TextEnd end,
                     std::vector<columnar::RowSlice>& ready);
    void take_text_without_game(std::string_view rest);
    void take_rejects(std::vector<Reject> rejects, std::uint64_t first_game, std::uint64_t offset);
    void hold_last(EncodedPiece encoded, std::vector<columnar::RowSlice>& ready);
    void hand_out(columnar::RowSlice rows, std::vector<columnar::RowSlice>& ready);
    void hand_out_last(std::vector<columnar::RowSlice>& ready);
    void check_room(std::string_view text) const;
    void release(columnar::RowSlice rows, std::vector<columnar::RowSlice>& ready);
    void count_reject(const Reject& reject);

    NewBatch new_batch_;
    std::optional<std::uint64_t> limit_;
    Report& report_;
    OnReject on_reject_;

    std::optional<PieceEncoder> encoder_;
    std::string input_name_;
    std::uint64_t input_games_ = 0;   // games of this input, the one that is held back among them
    std::uint64_t released_ = 0;      // games of this input that are final
    std::uint64_t offset_ = 0;        // of the text to come, or of pending_ if there is any
    columnar::Buffer<char> pending_;  // text whose last game is not whole yet
    std::size_t retry_at_ = 0;        // read pending_ again once it is so long
    std::uint64_t tried_bytes_ = 0;   // that were read without a whole game in them
    std::uint64_t last_game_offset_ = 0;
    std::optional<columnar::RowSlice> held_;
    std::optional<columnar::RowSlice> input_end_;  // the last row of the inputs that are over
    std::string text_before_;             // of inputs without games, for the first row of all
    std::string text_after_;              // of inputs without games, for input_end_
    std::deque<Reject> waiting_rejects_;  // of games that are not released yet
};

}  // namespace ign::convert
