#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ign/io/source.hpp"

namespace ign::io {

/// Where one zstd frame lies in its file, in bytes; the skippable frame before it not included.
struct ZstdFrame {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    friend bool operator==(const ZstdFrame&, const ZstdFrame&) = default;
};

/// Finds the frames of a file in the layout of pzstd, which is also that of the Lichess dumps, by
/// reading 16 bytes a frame:
///   50 2A 4D 18 | 04 00 00 00 | size of the next frame, u32 LE | the frame, 28 B5 2F FD ...
/// Returns nothing if the file is not wholly in that layout (a cut file is not), or no regular
/// file: open_source reads such a file and names the fault. Throws InputError if it cannot be read.
[[nodiscard]] std::vector<ZstdFrame> scan_pzstd_frames(const std::filesystem::path& path);

/// Decompresses single frames of a file; keeps the file open and the context warm between them. The
/// end is that of the frame. InputError offsets count from the start of the file,
/// compressed_position() from the start of the frame. A range that is not filled by whole zstd
/// frames is a fault.
class ZstdFrameSource : public Source {
  public:
    /// Opens the file, and goes to a frame if one is given. Throws InputError.
    explicit ZstdFrameSource(const std::filesystem::path& path);
    ZstdFrameSource(const std::filesystem::path& path, ZstdFrame frame);
    ~ZstdFrameSource() override;

    /// Goes to another frame, whatever was left of the one before.
    void open_frame(ZstdFrame frame);

    /// Its text counts from the start of the frame.
    [[nodiscard]] RestartPoint restart_point() const override;

  protected:
    Window window() override;
    std::optional<std::size_t> make(std::span<char> into) override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ign::io
