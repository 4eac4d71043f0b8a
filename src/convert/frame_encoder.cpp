#include "frame_encoder.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "ign/io/errors.hpp"
#include "ign/pgn/boundary.hpp"

namespace ign::convert {
namespace {

// Twice what pzstd lays in a frame. What is compressed better than all games are does not fill the
// memory.
constexpr std::uint64_t most_text = std::uint64_t{64} << 20;

std::string_view as_text(std::span<const char> bytes) { return {bytes.data(), bytes.size()}; }

bool take_head(io::ZstdFrameSource& source, EncodedStretch& encoded) {
    std::string_view text = as_text(source.peek(io::Source::longest_peek));
    const char* game = pgn::find_game_boundary(text.begin(), text.end());
    if (game == nullptr) return false;
    encoded.head.assign(text.begin(), game);
    encoded.bytes = encoded.head.size();
    source.consume(encoded.head.size());
    return true;
}

bool go_to_first_game(const Stretch& stretch, io::ZstdFrameSource& source,
                      EncodedStretch& encoded) {
    source.open_frame(stretch.frames());
    if (!stretch.first_game()) return take_head(source, encoded);
    encoded.bytes = *stretch.first_game();
    if (encoded.bytes != 0) return source.skip(encoded.bytes);
    return !has_wide_characters(as_text(source.peek(4)));
}

// False if the text holds no whole game and goes on.
bool encode_piece(io::ZstdFrameSource& source, std::size_t size, PieceEncoder& encoder,
                  BatchPool& batches, EncodedStretch& encoded) {
    std::string_view text = as_text(source.peek(size));
    bool is_last = text.size() < size;
    const char* cut = is_last ? nullptr : pgn::find_last_game_boundary(text.begin(), text.end());
    pgn::TextEnd end = cut == nullptr ? pgn::TextEnd::more : pgn::TextEnd::at_game_start;
    std::string_view games = cut == nullptr ? text : std::string_view(text.begin(), cut);
    EncodedPiece piece = encoder.encode(games, end, Piece::padding, batches.take());
    source.consume(piece.consumed);
    encoded.bytes += piece.consumed;
    if (is_last) {
        bool is_end = source.fault() == nullptr;
        if (is_end) encoded.tail = text.substr(piece.consumed);
        encoded.state = is_end ? EncodedStretch::State::whole : EncodedStretch::State::left;
    }
    if (piece.consumed == 0) return is_last;
    encoded.pieces.push_back(std::move(piece));
    return true;
}

// Does what step does, which returns false where it cannot go on, and notes that.
bool try_step(EncodedStretch& encoded, const std::function<bool()>& step) {
    bool is_done = false;
    try {
        is_done = step();
    } catch (const io::InputError&) {
        // Whoever reads what is left meets it again, in its turn.
    }
    if (!is_done) encoded.state = EncodedStretch::State::left;
    return encoded.state == EncodedStretch::State::begun;
}

}  // namespace

void EncodedStretch::leave(Stretch& stretch) {
    const bool is_shared = state == State::begun ? !stretch.close() : state == State::shared;
    if (is_shared) rest = bytes;
    pieces.clear();
    state = State::left;
}

FrameEncoder::FrameEncoder(std::filesystem::path path, std::size_t piece_bytes, Stretch& stretch,
                           EncodedStretch& encoded)
    : path_(std::move(path)),
      piece_bytes_(std::min(piece_bytes, io::Source::longest_peek)),
      stretch_(stretch),
      encoded_(encoded) {}

void FrameEncoder::begin() {
    stretch_.begin(std::make_unique<io::ZstdFrameSource>(path_), [&](io::ZstdFrameSource& source) {
        return try_step(encoded_, [&] { return go_to_first_game(stretch_, source, encoded_); });
    });
}

void FrameEncoder::go_on(PieceEncoder& encoder, BatchPool& batches) {
    const bool is_mine = stretch_.go_on([&](io::ZstdFrameSource& source) {
        return try_step(encoded_, [&] {
            return encoded_.bytes < most_text &&
                   (encode_piece(source, piece_bytes_, encoder, batches, encoded_) ||
                    encode_piece(source, io::Source::longest_peek, encoder, batches, encoded_));
        });
    });
    if (!is_mine) encoded_.state = EncodedStretch::State::shared;
}

}  // namespace ign::convert
