#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "ign/convert/options.hpp"
#include "ign/io/zstd_frames.hpp"

namespace ign::convert {

/// Some frames of a file, one behind the other, for one thread to read. When another one has
/// nothing else left to do, the rest of them is taken from it, as text to be shared out among all.
class Stretch {
  public:
    /// `first_game`: see below.
    Stretch(io::ZstdFrame frames, std::optional<std::uint64_t> first_game, bool ends_file);

    /// Places are bytes of the file.
    [[nodiscard]] const io::ZstdFrame& frames() const { return frames_; }
    /// Where in the text of the frames the first game to be read begins, if that is known: at the
    /// beginning of a file or where a conversion goes on.
    [[nodiscard]] std::optional<std::uint64_t> first_game() const { return first_game_; }
    /// Are the frames the last ones of the file?
    [[nodiscard]] bool ends_file() const { return ends_file_; }

    /// Reads some of the text. False if that was the last of it, for what reason ever.
    using Step = std::function<bool(io::ZstdFrameSource& source)>;
    /// The first step of the reader, which goes to the frames.
    void begin(std::unique_ptr<io::ZstdFrameSource> source, const Step& step);
    /// Another step; false, without it, if the rest has been taken over.
    [[nodiscard]] bool go_on(const Step& step);
    /// Ends the reading, so that nothing is taken over any more. False if that has been.
    bool close();

    /// The source, behind the step that its reader is doing now; null if there is nothing to take
    /// over. Any thread may ask.
    [[nodiscard]] std::unique_ptr<io::ZstdFrameSource> take_over();

  private:
    const io::ZstdFrame frames_;
    const std::optional<std::uint64_t> first_game_;
    const bool ends_file_;

    std::mutex mutex_;
    std::unique_ptr<io::ZstdFrameSource> source_;  // while it is read
    bool has_more_ = false;
};

/// The stretches of a file in the layout of pzstd, in order, from the byte `begin` of the file on,
/// where a frame begins or the index of the first; the first game begins at `first_game` of their
/// text. None if the file is not in that layout, or not worth it for so many threads: then it is
/// read as any other. Throws io::InputError.
[[nodiscard]] std::vector<std::shared_ptr<Stretch>> plan_stretches(
    const std::filesystem::path& path, std::uint64_t begin, std::uint64_t first_game,
    const Options& options);

}  // namespace ign::convert
