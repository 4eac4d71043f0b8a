#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ign::io {

/// Memory in which text is read where it was made, and where the bytes made last stay for a decoder
/// that copies from them (its window).
///
///     | room to move text to | window, longest text, 2 blocks | room for a later base |
///                            ^ base                           ^ end of the stretch
///
/// Bytes are laid from the base on. Where the stretch has no room for a block any more they go on
/// at the base, and the text that is still to be read, mostly little, is moved before it, so that
/// text is always in one piece. What is overwritten then lies behind the window, by the longest
/// text at least. Where a decoder's bytes go, counted from the base, depends on them alone and not
/// on how the text is read: so damage that looks back beyond the window is the same for all
/// readers.
class TextRing {
  public:
    /// The largest block of any decoder, with what it may overwrite behind.
    static constexpr std::size_t block_room = (std::size_t{128} << 10) + 64;
    /// So much text and a block can be asked for at a time.
    static constexpr std::size_t longest_text = std::size_t{1} << 20;
    /// So many bytes can be read behind the text.
    static constexpr std::size_t padding = 128;

    /// Begins a window of that size, with nothing in it. Throws std::bad_alloc.
    void begin_window(std::size_t size);
    /// Room for at least `size` bytes and for a block, behind the text, which is shorter than
    /// longest_text. The text moves.
    [[nodiscard]] std::span<char> make_room(std::size_t size);
    /// So many bytes were written there.
    void add(std::size_t count);

    [[nodiscard]] std::span<const char> text() const { return {bytes_.get() + begin_, size()}; }
    [[nodiscard]] std::size_t size() const { return end_ - begin_; }
    /// Drops bytes at the beginning of the text.
    void drop(std::size_t count) { begin_ += count; }

  private:
    [[nodiscard]] bool is_little(std::size_t size) const;
    void move_text_before(std::size_t base);

    static constexpr std::size_t first_base = longest_text + block_room;

    std::unique_ptr<char[]> bytes_;
    std::size_t capacity_ = 0;
    std::size_t base_ = 0;
    std::size_t stretch_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace ign::io
