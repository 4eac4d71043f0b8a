#include "frame_encoder.hpp"

#include <algorithm>
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

}  // namespace

FrameEncoder::FrameEncoder(const std::filesystem::path& path, std::size_t piece_bytes)
    : piece_bytes_(std::min(piece_bytes, io::Source::longest_peek)), source_(path) {}

void FrameEncoder::begin(Stretch& stretch, EncodedStretch& encoded) {
    taken_ = 0;
    try {
        if (stretch.open(source_) && go_to_first_game(stretch, encoded)) return;
    } catch (const io::InputError&) {
        // Whoever reads what is left meets it again, in its turn.
    }
    encoded.state = EncodedStretch::State::left;
}

bool FrameEncoder::go_to_first_game(Stretch& stretch, EncodedStretch& encoded) {
    if (!stretch.first_game()) return take_head(encoded);
    if (*stretch.first_game() != 0) return source_.skip(*stretch.first_game());
    return !has_wide_characters(as_text(source_.peek(4)));
}

bool FrameEncoder::take_head(EncodedStretch& encoded) {
    std::string_view text = as_text(source_.peek(io::Source::longest_peek));
    const char* game = pgn::find_game_boundary(text.begin(), text.end());
    if (game == nullptr) return false;
    encoded.head.assign(text.begin(), game);
    source_.consume(encoded.head.size());
    return true;
}

void FrameEncoder::go_on(PieceEncoder& encoder, BatchPool& batches, EncodedStretch& encoded) {
    try {
        for (std::size_t size : {piece_bytes_, io::Source::longest_peek}) {
            if (taken_ >= most_text) break;
            if (encode_piece(size, encoder, batches, encoded)) return;
        }
    } catch (const io::InputError&) {
        // As in begin().
    }
    encoded.state = EncodedStretch::State::left;
}

// False if the text holds no whole game and goes on.
bool FrameEncoder::encode_piece(std::size_t size, PieceEncoder& encoder, BatchPool& batches,
                                EncodedStretch& encoded) {
    std::string_view text = as_text(source_.peek(size));
    bool is_last = text.size() < size;
    const char* cut = is_last ? nullptr : pgn::find_last_game_boundary(text.begin(), text.end());
    pgn::TextEnd end = cut == nullptr ? pgn::TextEnd::more : pgn::TextEnd::at_game_start;
    std::string_view games = cut == nullptr ? text : std::string_view(text.begin(), cut);
    EncodedPiece piece = encoder.encode(games, end, Piece::padding, batches.take());
    source_.consume(piece.consumed);
    taken_ += piece.consumed;
    if (is_last) {
        bool is_end = source_.fault() == nullptr;
        if (is_end) encoded.tail = text.substr(piece.consumed);
        encoded.state = is_end ? EncodedStretch::State::whole : EncodedStretch::State::left;
    }
    if (piece.consumed == 0) return is_last;
    encoded.pieces.push_back(std::move(piece));
    return true;
}

}  // namespace ign::convert
