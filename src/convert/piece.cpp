#include "ign/convert/piece.hpp"

#include "ign/pgn/boundary.hpp"

namespace ign::convert {

PieceCutter::PieceCutter(io::Source& source, std::size_t piece_bytes)
    : source_(source), piece_bytes_(piece_bytes), rest_(0) {
    rest_.resize(0);
}

std::size_t PieceCutter::fill(Text& text, std::size_t from, std::size_t capacity) {
    std::size_t size = from;
    while (size < capacity) {
        std::size_t got = source_.read({text.data() + size, capacity - size});
        if (got == 0) break;
        size += got;
    }
    return size;
}

bool PieceCutter::next(Piece& piece) {
    if (finished_) return false;
    std::size_t capacity = rest_.size() + piece_bytes_;
    Text text(capacity);
    std::memcpy(text.data(), rest_.begin(), rest_.size());
    std::size_t size = fill(text, rest_.size(), capacity);

    finished_ = size < capacity;
    std::size_t cut = size;
    piece.end = pgn::TextEnd::at_eof;
    if (!finished_) {
        const char* boundary = pgn::find_last_game_boundary(text.begin(), text.begin() + size);
        piece.end = boundary != nullptr ? pgn::TextEnd::at_game_start : pgn::TextEnd::more;
        if (boundary != nullptr) cut = static_cast<std::size_t>(boundary - text.begin());
    }
    Text rest(size - cut);
    std::memcpy(rest.data(), text.begin() + cut, size - cut);
    rest.resize(size - cut);
    rest_ = std::move(rest);
    text.resize(cut);
    piece.text = std::move(text);
    return true;
}

}  // namespace ign::convert
