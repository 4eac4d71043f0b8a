#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "decoder.hpp"

struct ZSTD_DCtx_s;

namespace ign::io {

/// Whether the bytes begin a zstd frame, as far as they reach.
[[nodiscard]] bool begins_zstd_frame(std::span<const char> bytes);
/// Likewise for a skippable frame, the magic number of which has 16 values.
[[nodiscard]] bool begins_skippable_frame(std::span<const char> bytes);

[[nodiscard]] std::uint32_t load_le32(const char* bytes);

/// Decodes a chain of zstd frames (RFC 8878), skippable ones among them, in the place where the
/// bytes are read: libzstd keeps none of them.
///
/// libzstd says which part of a frame it wants next:
///   frame header | block header (3) | block body | block header | ... | checksum (4)
/// Only a body makes bytes, and it makes them all or fails with none; so the bytes before a fault
/// are never lost, and its offset is that of the part.
class ZstdDecoder : public Decoder {
  public:
    explicit ZstdDecoder(ByteReader& reader);

    /// Begins the next frame where one has ended.
    Window window() override;
    /// Makes the bytes of a block, if the frame has another.
    std::optional<std::size_t> decode(std::span<char> into) override;
    /// Forgets a frame half done; the next byte of the reader begins a frame.
    void reset() { in_frame_ = false; }

  private:
    /// False at the end of the input.
    bool begin_frame();
    void skip_frame();
    /// Feeds what libzstd wants next; returns the bytes made.
    std::size_t decode_part(std::span<char> into);
    [[nodiscard]] std::span<const char> need(std::size_t count);
    /// What a call of libzstd has returned, unless that is an error.
    std::size_t check(std::size_t result, const char* unit) const;
    [[noreturn]] void fail(const char* unit, const char* reason) const;

    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    ByteReader& reader_;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
    bool in_frame_ = false;
    Window window_;
};

}  // namespace ign::io
