#include "ign/convert/stitcher.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "ign/io/errors.hpp"

namespace ign::convert {

namespace {

bool ends_with_result(std::string_view text) {
    constexpr std::array<std::string_view, 4> results = {"1-0", "0-1", "1/2-1/2", "*"};
    constexpr std::string_view blanks = " \t\r\n";
    text = text.substr(0, text.find_last_not_of(blanks) + 1);
    return std::any_of(results.begin(), results.end(), [&](std::string_view result) {
        if (!text.ends_with(result)) return false;
        text.remove_suffix(result.size());
        return text.empty() || blanks.find(text.back()) != std::string_view::npos;
    });
}

// What looks like the result may stand in a comment or variation that was cut.
bool ends_inside_brackets(const EncodedPiece& piece) {
    return std::any_of(piece.rejects.begin(), piece.rejects.end(), [](const Reject& reject) {
        return reject.reason == RejectReason::unterminated_comment ||
               reject.reason == RejectReason::unterminated_variation;
    });
}

}  // namespace

Stitcher::Stitcher(NewBatch new_batch, std::optional<std::uint64_t> limit, Report& report,
                   OnReject on_reject)
    : new_batch_(std::move(new_batch)),
      limit_(limit),
      report_(report),
      on_reject_(std::move(on_reject)) {}

void Stitcher::begin_input(const std::string& name, PieceEncoder encoder) {
    encoder_.emplace(std::move(encoder));
    input_name_ = name;
    input_games_ = 0;
    released_ = 0;
    offset_ = 0;
    pending_.clear();
    retry_at_ = tried_bytes_ = 0;
}

void Stitcher::go_on(std::uint64_t text_offset, std::uint64_t games) {
    offset_ = text_offset;
    input_games_ = released_ = games;
}

std::optional<Stitcher::Place> Stitcher::place() const {
    if (!held_ || input_end_ || !text_before_.empty()) return std::nullopt;
    return Place{last_game_offset_, released_};
}

void Stitcher::add(const Piece& piece, EncodedPiece encoded,
                   std::vector<columnar::RowSlice>& ready) {
    std::string_view text = piece.text;
    if (is_pending()) return add_unread(text, piece.end, ready);
    report_.text_bytes += text.size();
    std::size_t taken = take(text, std::move(encoded), piece.end, ready);
    pending_.append(text.data() + taken, text.size() - taken);
}

void Stitcher::add_unread(std::string_view text, pgn::TextEnd end,
                          std::vector<columnar::RowSlice>& ready) {
    report_.text_bytes += text.size();
    pending_.append(text.data(), text.size());
    if (!is_pending() || !is_worth_reading(end)) return;
    text = {pending_.data(), pending_.size()};
    EncodedPiece read = encoder_->encode(text, end, new_batch_());
    keep_pending(take(text, std::move(read), end, ready));
}

void Stitcher::add_whole(EncodedPiece encoded, std::vector<columnar::RowSlice>& ready) {
    report_.text_bytes += encoded.consumed;
    last_game_offset_ = offset_ + encoded.last_game;
    std::size_t size = encoded.consumed;
    hold_last(std::move(encoded), ready);
    offset_ += size;
}

// A game of many pieces is read again when its text has doubled, so that the time stays linear. A
// piece that seems to end with a game is worth some tries more: behind a huge game, the pieces need
// not wait until there are as many of them as of its own.
bool Stitcher::is_worth_reading(pgn::TextEnd end) const {
    constexpr std::size_t most_tries = 8;  // of all that is pending, those of its beginning too
    if (end == pgn::TextEnd::at_eof || pending_.size() >= retry_at_) return true;
    return end == pgn::TextEnd::at_game_start && tried_bytes_ / most_tries < pending_.size();
}

// Room that a large game has taken is given back, for its row is about to be compressed. What is
// left stays where it is if it may be most of a game that fills the memory.
void Stitcher::keep_pending(std::size_t taken) {
    std::size_t left = pending_.size() - taken;
    if (left < taken) {
        columnar::Buffer<char> rest;
        rest.append(pending_.data() + taken, left);
        pending_ = std::move(rest);
        return;
    }
    std::memmove(pending_.data(), pending_.data() + taken, left);
    pending_.truncate(left);
}

// Returns how much of the text is not to be read again.
std::size_t Stitcher::take(std::string_view text, EncodedPiece encoded, pgn::TextEnd end,
                           std::vector<columnar::RowSlice>& ready) {
    std::string_view rest = text.substr(encoded.consumed);
    std::size_t consumed = encoded.consumed;
    if (encoded.rows->rows() != 0) {
        last_game_offset_ = offset_ + encoded.last_game;
        hold_last(std::move(encoded), ready);
    }
    offset_ += consumed;
    retry_at_ = consumed == 0 ? 2 * rest.size() : 0;
    tried_bytes_ = consumed == 0 ? tried_bytes_ + rest.size() : 0;
    if (end != pgn::TextEnd::at_eof || rest.empty()) return consumed;
    take_text_without_game(rest);
    return text.size();
}

// Text after the last game of an input belongs to that game; that of an input without one is kept
// for the neighbours. It is not read again together with theirs: it might be taken for a part of a
// game.
void Stitcher::take_text_without_game(std::string_view rest) {
    if (input_games_ == 0) {
        (input_end_ ? text_after_ : text_before_) += rest;
        check_room(input_end_ ? text_after_ : text_before_);
        return;
    }
    std::string text = encoder_->text_of(*std::exchange(held_, {}));
    text += rest;
    EncodedPiece again = encoder_->encode(text, pgn::TextEnd::at_eof, new_batch_());
    if (!waiting_rejects_.empty() && waiting_rejects_.back().game == input_games_) {
        waiting_rejects_.pop_back();
    }
    take_rejects(std::move(again.rejects), input_games_, last_game_offset_);
    held_ = columnar::RowSlice{std::move(again.rows), 0, 1};
}

void Stitcher::take_rejects(std::vector<Reject> rejects, std::uint64_t first_game,
                            std::uint64_t offset) {
    for (Reject& reject : rejects) {
        reject.game += first_game;
        reject.offset += offset;
        waiting_rejects_.push_back(std::move(reject));
    }
}

void Stitcher::hold_last(EncodedPiece encoded, std::vector<columnar::RowSlice>& ready) {
    hand_out_last(ready);
    if (held_) release(*std::exchange(held_, {}), ready);
    take_rejects(std::move(encoded.rejects), input_games_ + 1, offset_);
    std::size_t rows = encoded.rows->rows();
    input_games_ += rows;
    release({encoded.rows, 0, rows - 1}, ready);
    held_ = columnar::RowSlice{std::move(encoded.rows), rows - 1, 1};
}

void Stitcher::release(columnar::RowSlice rows, std::vector<columnar::RowSlice>& ready) {
    if (limit_) rows.count = std::min<std::uint64_t>(rows.count, *limit_ - report_.games);
    if (rows.count == 0) return;
    released_ += rows.count;
    report_.games += rows.count;
    hand_out(std::move(rows), ready);
    while (!waiting_rejects_.empty() && waiting_rejects_.front().game <= released_) {
        count_reject(waiting_rejects_.front());
        waiting_rejects_.pop_front();
    }
}

void Stitcher::hand_out(columnar::RowSlice rows, std::vector<columnar::RowSlice>& ready) {
    if (!text_before_.empty()) {
        std::string text = std::exchange(text_before_, {});
        ready.push_back(encoder_->with_text_around(rows, text, {}, new_batch_()));
        ++rows.first;
        --rows.count;
    }
    if (rows.count != 0) ready.push_back(std::move(rows));
}

void Stitcher::hand_out_last(std::vector<columnar::RowSlice>& ready) {
    if (!input_end_) return;
    columnar::RowSlice row = *std::exchange(input_end_, {});
    if (!text_after_.empty()) {
        std::string text = std::exchange(text_after_, {});
        row = encoder_->with_text_around(row, {}, text, new_batch_());
    }
    ready.push_back(std::move(row));
}

// A row's text must fit a value of Parquet.
void Stitcher::check_room(std::string_view text) const {
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    if (text.size() <= most_bytes) return;
    throw io::InputError(input_name_,
                         "this and the inputs beside it hold no games but more than 1 GiB of text, "
                         "which no row can keep; leave them out");
}

void Stitcher::end_input() {
    if (held_) {
        std::vector<columnar::RowSlice> last;
        release(*std::exchange(held_, {}), last);
        if (!last.empty()) input_end_ = std::move(last.back());
    }
    waiting_rejects_.clear();
    pending_.clear();  // a game that the input's fault has cut
    if (input_games_ == 0) report_.empty_inputs.push_back(input_name_);
}

void Stitcher::end_broken_input(std::vector<columnar::RowSlice>& ready) {
    columnar::Buffer<char> pending = std::exchange(pending_, {});
    std::string_view text(pending.data(), pending.size());
    if (ends_with_result(text)) {
        EncodedPiece last = encoder_->encode(text, pgn::TextEnd::at_eof, new_batch_());
        if (last.consumed == text.size() && !ends_inside_brackets(last)) {
            take(text, std::move(last), pgn::TextEnd::at_eof, ready);
        }
    }
    end_input();
}

void Stitcher::finish(std::vector<columnar::RowSlice>& ready) {
    hand_out_last(ready);
    report_.gameless_text = std::exchange(text_before_, {});
}

void Stitcher::count_reject(const Reject& reject) {
    report_.count_reject(input_name_, reject);
    if (on_reject_) on_reject_(input_name_, reject);
}

}  // namespace ign::convert
