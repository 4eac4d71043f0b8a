#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "byte_reader.hpp"
#include "ign/io/source.hpp"

namespace ign::io {

/// One compression format over a ByteReader, which must outlive it.
class Decoder {
  public:
    virtual ~Decoder() = default;
    /// As Source::window and Source::make, which call these.
    virtual Window window() { return {}; }
    virtual std::optional<std::size_t> decode(std::span<char> into) = 0;

    /// Where the frame, member or stream begins that decode() is in.
    [[nodiscard]] RestartPoint restart_point() const { return start_; }
    /// As if all before the point were decoded already.
    void begin_at(RestartPoint start) {
        start_ = start;
        made_ = start.text;
    }
    /// To be told of the bytes that decode() made.
    void count(std::size_t made) { made_ += made; }

  protected:
    /// To be called by decode() before it makes the first byte of a frame, member or stream, which
    /// begins at that place of the file.
    void begin_unit(std::uint64_t stored) { start_ = {stored, made_}; }

  private:
    RestartPoint start_;
    std::uint64_t made_ = 0;
};

[[nodiscard]] std::unique_ptr<Decoder> make_gzip_decoder(ByteReader& reader);
[[nodiscard]] std::unique_ptr<Decoder> make_bzip2_decoder(ByteReader& reader);

}  // namespace ign::io
