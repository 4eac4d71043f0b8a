#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "ign/convert/options.hpp"
#include "ign/io/zstd_frames.hpp"

namespace ign::convert {

/// Some frames of a file, one behind the other, for one thread to read, or a part of their blocks:
/// who reads a part has to decompress what lies before it too. While it is read, another thread may
/// take over the blocks at its end. Places are bytes from that of the frames on.
class Stretch {
  public:
    /// Of all blocks of the frames, in a file of so many bytes. `first_game`: see below.
    Stretch(io::ZstdFrame frames, std::optional<std::uint64_t> first_game, std::uint64_t file_size);

    [[nodiscard]] const io::ZstdFrame& frames() const { return frames_; }
    /// Where the first block lies.
    [[nodiscard]] std::uint64_t begin() const { return begin_; }
    /// Where in the text of the frames the first game to be read begins, if that is known: at the
    /// beginning of a file or where a conversion goes on.
    [[nodiscard]] std::optional<std::uint64_t> first_game() const { return first_game_; }

    /// Goes to the beginning of the stretch; the source ends where the stretch does. False if the
    /// frames end before. Throws io::InputError.
    [[nodiscard]] bool open(io::ZstdFrameSource& source);
    /// Nothing is to be taken over any more: its reader has come to the end, or to a stop.
    void close();
    /// The last blocks that are not read yet, if it is worth it; they are no part of this stretch
    /// any more. Any thread may ask.
    [[nodiscard]] std::shared_ptr<Stretch> take_over();
    /// Are its blocks the last ones of the file?
    [[nodiscard]] bool ends_file() const;

  private:
    bool may_begin_block(std::uint64_t place);

    io::ZstdFrame frames_;
    std::uint64_t begin_ = 0;
    std::optional<std::uint64_t> first_game_;
    std::uint64_t file_size_;

    mutable std::mutex mutex_;
    std::uint64_t place_ = 0;  // of the block that is being decompressed
    std::uint64_t end_;        // before the first block that begins there or behind
    bool is_open_ = true;
};

/// The stretches of a file in the layout of pzstd, in order, from the byte `begin` of the file on,
/// where a frame begins or the index of the first; the first game begins at `first_game` of their
/// text. None if the file is not in that layout, or not worth it for so many threads: then it is
/// read as any other. Throws io::InputError.
[[nodiscard]] std::vector<std::shared_ptr<Stretch>> plan_stretches(
    const std::filesystem::path& path, std::uint64_t begin, std::uint64_t first_game,
    const Options& options);

}  // namespace ign::convert
