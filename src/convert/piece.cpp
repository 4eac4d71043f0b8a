#include "ign/convert/piece.hpp"

#include <algorithm>
#include <utility>

#include "ign/io/errors.hpp"
#include "ign/pgn/boundary.hpp"

namespace ign::convert {

bool has_wide_characters(std::string_view text) {
    pgn::Encoding encoding = pgn::detect_encoding(text.substr(0, 4));
    return encoding != pgn::Encoding::ascii_based && encoding != pgn::Encoding::utf8_with_mark;
}

void refuse_wide_characters(std::string_view text, const std::string& name) {
    if (!has_wide_characters(text)) return;
    pgn::Encoding encoding = pgn::detect_encoding(text.substr(0, 4));
    throw io::InputError(name, std::string("the text is ") + std::string(pgn::describe(encoding)) +
                                   "; convert it to UTF-8 first (iconv -t UTF-8)");
}

Text TextPool::take(std::size_t capacity) {
    {
        std::lock_guard lock(mutex_);
        while (!texts_.empty()) {
            Text text = std::move(texts_.back());
            texts_.pop_back();
            if (text.capacity() < capacity) continue;  // too small to be of use again
            text.resize(0);
            return text;
        }
    }
    // Some room to spare, so that the next, slightly longer one fits too.
    return Text(capacity + capacity / 8);
}

void TextPool::give_back(Text text) {
    if (text.capacity() == 0) return;
    std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
}

void TextPool::clear() {
    std::lock_guard lock(mutex_);
    texts_.clear();
}

PieceCutter::PieceCutter(io::Source& source, TextPool& texts, std::size_t piece_bytes,
                         PieceText place)
    : source_(source), texts_(texts), piece_bytes_(piece_bytes), place_(place) {}

// The next bytes, fewer than told only at the end or before a fault.
void PieceCutter::read(std::size_t size, Piece& piece) {
    if (place_ == PieceText::lent) {
        std::span<const char> text = source_.peek(size);
        piece.text = {text.data(), text.size()};
        return;
    }
    Text text = texts_.take(size);
    std::size_t filled = rest_.size();
    std::copy(rest_.begin(), rest_.end(), text.data());
    try {
        filled += source_.read({text.data() + filled, size - filled});
    } catch (const io::InputError&) {
        // Otherwise it comes out behind the piece that holds the rest.
        if (filled == 0) throw;
    }
    text.resize(filled);
    piece.text = text.view();
    piece.memory = std::move(text);
}

// Leaves so many of the bytes that were read to the piece, and the rest to the next one.
void PieceCutter::cut(std::size_t size, Piece& piece) {
    std::string_view rest = piece.text.substr(size);
    rest_bytes_ = rest.size();
    if (place_ == PieceText::lent) {
        source_.consume(size);
    } else {
        rest_ = rest;
        piece.memory.resize(size);
    }
    piece.text = piece.text.substr(0, size);
}

bool PieceCutter::next(Piece& piece) {
    if (finished_) return false;
    std::size_t size = rest_bytes_ + piece_bytes_;
    if (place_ == PieceText::lent) size = std::min(size, io::Source::longest_peek);
    read(size, piece);
    std::size_t end = piece.text.size();
    if (end < size) {
        finished_ = source_.fault() == nullptr;
        piece.end = finished_ ? pgn::TextEnd::at_eof : pgn::TextEnd::more;
    } else {
        const char* begin = piece.text.data();
        const char* boundary = pgn::find_last_game_boundary(begin, begin + end);
        piece.end = boundary != nullptr ? pgn::TextEnd::at_game_start : pgn::TextEnd::more;
        if (boundary != nullptr) end = static_cast<std::size_t>(boundary - begin);
    }
    cut(end, piece);
    return true;
}

}  // namespace ign::convert
