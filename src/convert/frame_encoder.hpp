#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
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
        whole,   ///< to its end, behind the tail
        shared,  ///< there is no tail: others read what stands behind the pieces
        left     ///< there is no tail: what stands behind the pieces is still to be read
    };

    std::string head;
    std::vector<EncodedPiece> pieces;
    std::string tail;
    State state = State::begun;
    /// Bytes of the text of the frames, up to the tail.
    std::uint64_t bytes = 0;
    /// Where in that text others go on.
    std::optional<std::uint64_t> rest;
    /// Where it begins in the text of the input, once that is known.
    std::optional<std::uint64_t> begin;

    /// Forgets what was read, as the first game begins elsewhere, and reads no more.
    void leave(Stretch& stretch);
};

/// Decompresses a stretch of a file and reads its games in the same place, in steps that stay in
/// the cache.
class FrameEncoder {
  public:
    /// Reads about `piece_bytes` at a time. All but the path must outlive the encoder.
    FrameEncoder(std::filesystem::path path, std::size_t piece_bytes, Stretch& stretch,
                 EncodedStretch& encoded);

    /// The first step. Throws io::InputError if the file cannot be opened.
    void begin();
    /// Adds a piece; to be called until the state is another than begun. It is `left` behind a
    /// fault of the archive, a game too long to be looked at in one piece, or more text than should
    /// wait in memory.
    void go_on(PieceEncoder& encoder, BatchPool& batches);

  private:
    std::filesystem::path path_;
    std::size_t piece_bytes_;
    Stretch& stretch_;
    EncodedStretch& encoded_;
};

}  // namespace ign::convert
