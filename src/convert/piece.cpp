#include "ign/convert/piece.hpp"

#include <algorithm>
#include <utility>

#include "ign/io/errors.hpp"
#include "ign/pgn/boundary.hpp"

namespace ign::convert {

void refuse_wide_characters(std::string_view text, const std::string& name) {
    pgn::Encoding encoding = pgn::detect_encoding(text.substr(0, 4));
    if (encoding == pgn::Encoding::ascii_based || encoding == pgn::Encoding::utf8_with_mark) return;
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
    std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
}

void TextPool::clear() {
    std::lock_guard lock(mutex_);
    texts_.clear();
}

PieceCutter::PieceCutter(io::Source& source, TextPool& texts, std::size_t piece_bytes)
    : source_(source), texts_(texts), piece_bytes_(piece_bytes) {}

std::size_t PieceCutter::fill(Text& text, std::size_t from, std::size_t capacity) {
    std::size_t size = from;
    while (size < capacity) {
        std::size_t got = 0;
        try {
            got = source_.read({text.data() + size, capacity - size});
        } catch (...) {
            fault_ = std::current_exception();
        }
        if (got == 0) break;
        size += got;
    }
    return size;
}

bool PieceCutter::next(Piece& piece) {
    if (fault_) std::rethrow_exception(fault_);
    if (finished_) return false;
    std::size_t capacity = rest_.size() + piece_bytes_;
    Text text = texts_.take(capacity);
    std::copy(rest_.begin(), rest_.end(), text.data());
    std::size_t size = fill(text, rest_.size(), capacity);

    finished_ = size < capacity;
    std::size_t cut = size;
    piece.end = fault_ ? pgn::TextEnd::more : pgn::TextEnd::at_eof;
    if (!finished_) {
        const char* boundary = pgn::find_last_game_boundary(text.begin(), text.begin() + size);
        piece.end = boundary != nullptr ? pgn::TextEnd::at_game_start : pgn::TextEnd::more;
        if (boundary != nullptr) cut = static_cast<std::size_t>(boundary - text.begin());
    }
    rest_.assign(text.begin() + cut, size - cut);
    text.resize(cut);
    piece.text = std::move(text);
    return true;
}

}  // namespace ign::convert
