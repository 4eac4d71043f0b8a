#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ign/convert/batch_pool.hpp"
#include "ign/convert/piece_encoder.hpp"
#include "ign/io/zstd_frames.hpp"
#include "stretch.hpp"

namespace ign::convert {

/// What one thread has made of a stretch so far:
///
///     | head | games in pieces | tail |
///            ^ where a game seems to begin
///
/// Head and tail are parts of games that stand on two stretches. The games between are read from
/// where the one before ends, so that they are right if the first one is. Head and pieces may be
/// taken out before the others are there.
struct EncodedStretch {
    /// How far the text was read.
    enum class State : std::uint8_t {
        begun,
        whole,  ///< to its end, behind the tail
        left    ///< there is no tail: what stands behind the pieces is still to be read
    };

    std::string head;
    std::vector<EncodedPiece> pieces;
    std::string tail;
    State state = State::begun;
};

/// Decompresses stretches of a file and reads their games in the same place, in steps that stay in
/// the cache. One for each thread.
class FrameEncoder {
  public:
    /// Reads about `piece_bytes` at a time. Throws io::InputError if the file cannot be opened.
    FrameEncoder(const std::filesystem::path& path, std::size_t piece_bytes);

    /// Begins a stretch.
    void begin(Stretch& stretch, EncodedStretch& encoded);
    /// Adds a piece; to be called until the state is another than begun. It is `left` behind a
    /// fault of the archive, a game too long to be looked at in one piece, or more text than should
    /// wait in memory.
    void go_on(PieceEncoder& encoder, BatchPool& batches, EncodedStretch& encoded);

  private:
    bool go_to_first_game(Stretch& stretch, EncodedStretch& encoded);
    bool take_head(EncodedStretch& encoded);
    bool encode_piece(std::size_t size, PieceEncoder& encoder, BatchPool& batches,
                      EncodedStretch& encoded);

    std::size_t piece_bytes_;
    io::ZstdFrameSource source_;
    std::uint64_t taken_ = 0;  // bytes of the games of the stretch
};

}  // namespace ign::convert
