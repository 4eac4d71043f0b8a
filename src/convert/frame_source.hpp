#pragma once

#include <tbb/task_group.h>

#include <cstddef>
#include <deque>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ign/io/source.hpp"
#include "ign/io/zstd_frames.hpp"

namespace ign::convert {

/// The text of a file of pzstd frames, as io::open_source gives it, with frames decompressed side
/// by side in tasks of the caller's arena, some ahead of the reader.
class FrameSource : public io::Source {
  public:
    /// The text of a frame waits in memory until it is read, so larger ones (compressed) are left
    /// to the plain source; those of the Lichess dumps are some 6 MB, 33 MB of text.
    static constexpr std::uint64_t largest_frame = std::uint64_t{16} << 20;

    FrameSource(const std::filesystem::path& path, std::vector<io::ZstdFrame> frames,
                std::size_t ahead);
    ~FrameSource() override;

    [[nodiscard]] io::RestartPoint restart_point() const override { return restart_; }

  protected:
    std::optional<std::size_t> make(std::span<char> into) override;

  private:
    // A frame being decompressed or waiting to be read; reused for a later one.
    struct Slot;

    void begin_next(std::unique_ptr<Slot> slot);
    void go_to_next_frame();

    std::filesystem::path path_;
    std::vector<io::ZstdFrame> frames_;
    std::size_t begun_ = 0;
    std::deque<std::unique_ptr<Slot>> slots_;  // the first is being read
    std::size_t offset_ = 0;                   // in its text
    io::RestartPoint restart_;
};

/// A FrameSource where that pays: with so many threads that one decompressor is too slow for the
/// rest, and a file of several frames of a bounded size. io::open_source otherwise.
[[nodiscard]] std::unique_ptr<io::Source> open_for_threads(const std::filesystem::path& path,
                                                           int threads);

}  // namespace ign::convert
