#pragma once

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "decoder.hpp"

namespace ign::io {

/// Whether the bytes begin a zstd frame, as far as they reach.
[[nodiscard]] bool begins_zstd_frame(std::span<const char> bytes);
/// Likewise for a skippable frame, the magic number of which has 16 values.
[[nodiscard]] bool begins_skippable_frame(std::span<const char> bytes);

[[nodiscard]] std::uint32_t load_le32(const char* bytes);

/// Decodes a chain of zstd frames (RFC 8878), skippable ones among them.
///
/// libzstd's streaming call forgets how many bytes it made when it fails midway. So the input is
/// cut here into the pieces of which a frame consists, and each call gets exactly one:
///   frame header | block header (3) | block body | block header | ... | checksum (4)
/// Only a body makes bytes, and it makes them all or fails with none; so the bytes before a fault
/// are never lost, and its offset is that of the piece.
class ZstdDecoder : public Decoder {
  public:
    explicit ZstdDecoder(ByteReader& reader);

    std::size_t decode(std::span<char> into) override;
    /// Forgets a frame half done; the next byte of the reader begins a frame.
    void reset();

  private:
    enum class Stage : std::uint8_t { frame, block_header, block_body, checksum };

    /// False at the end of the input.
    bool begin_frame();
    void skip_frame();
    void read_block_header();
    std::size_t read_block_body(std::span<char> into);
    void read_checksum();
    void end_block();
    [[nodiscard]] std::span<const char> need(std::size_t count);
    /// Decodes one piece and consumes what libzstd took of it; returns the bytes made.
    std::size_t feed(std::span<const char> piece, std::span<char> into, const char* unit);
    void feed_whole(std::size_t size, const char* unit);

    struct FreeContext {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    ByteReader& reader_;
    std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
    Stage stage_ = Stage::frame;
    bool has_checksum_ = false;
    bool is_last_block_ = false;
    std::size_t body_left_ = 0;
    /// The last call filled its buffer, so the context may hold more.
    bool may_hold_output_ = false;
};

}  // namespace ign::io
