#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ign/io/source.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {

/// Does the text begin as UTF-16 or UTF-32 does?
[[nodiscard]] bool has_wide_characters(std::string_view text);

/// Throws io::InputError, naming the input, if it does.
void refuse_wide_characters(std::string_view text, const std::string& name);

/// Some bytes of text that own their memory, which is never zeroed.
class Text {
  public:
    /// Zero bytes behind the text, for readers that load more than one byte at a time.
    static constexpr std::size_t padding = io::Source::peek_padding;

    Text() = default;
    /// Empty, with room for `capacity` bytes.
    explicit Text(std::size_t capacity)
        : bytes_(new char[capacity + padding]), capacity_(capacity) {}

    [[nodiscard]] char* data() { return bytes_.get(); }
    [[nodiscard]] const char* begin() const { return bytes_.get(); }
    [[nodiscard]] const char* end() const { return bytes_.get() + size_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
    /// Bytes are kept up to `size`, which is within the capacity; new ones hold anything.
    void resize(std::size_t size) {
        size_ = size;
        std::memset(bytes_.get() + size, 0, padding);
    }

  private:
    std::unique_ptr<char[]> bytes_;
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
};

/// Keeps the memory of texts that are done with: fresh pages cost the system more than the bytes in
/// them.
class TextPool {
  public:
    /// A text of size 0 with at least so much room.
    Text take(std::size_t capacity);
    /// Takes a text back that is done with.
    void give_back(Text text);
    void clear();

  private:
    std::mutex mutex_;
    std::vector<Text> texts_;
};

/// A stretch of the input's text. It begins where a game seems to begin; whether one does is only
/// known once all text before has been read, and the stitcher makes sure of it.
struct Piece {
    /// So many bytes can be read behind the text, whatever they hold.
    static constexpr std::size_t padding = io::Source::peek_padding;

    std::string_view text;
    Text memory;  ///< holds the text if it is the piece's own
    pgn::TextEnd end = pgn::TextEnd::more;
};

/// Where the text of pieces is: each has its own, or it is lent by the source where it was
/// decompressed, until the next piece is asked for.
enum class PieceText : std::uint8_t { own, lent };

/// Cuts the text of a source into pieces of about `piece_bytes`, each ending before a line `[Event
/// "` that follows a blank line. Where there is none for that long, a piece ends anywhere
/// (TextEnd::more).
class PieceCutter {
  public:
    /// Source and pool must outlive the cutter.
    PieceCutter(io::Source& source, TextPool& texts, std::size_t piece_bytes, PieceText place);

    /// False once the text is used up; the piece before was the last, marked TextEnd::at_eof. A
    /// fault of the source comes out only after a piece, marked TextEnd::more, with all the text
    /// before it, and again by every later call.
    bool next(Piece& piece);

  private:
    void read(std::size_t size, Piece& piece);
    void cut(std::size_t size, Piece& piece);

    io::Source& source_;
    TextPool& texts_;
    std::size_t piece_bytes_;
    PieceText place_;
    std::string rest_;  // what followed the last cut, of text in pieces' own memory
    std::size_t rest_bytes_ = 0;
    bool finished_ = false;
};

}  // namespace ign::convert
