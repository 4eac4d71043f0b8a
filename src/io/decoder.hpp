#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>

#include "byte_reader.hpp"

namespace ign::io {

/// One compression format over a ByteReader, which must outlive it.
class Decoder {
  public:
    virtual ~Decoder() = default;
    /// At least one byte, or 0 at the end. Throws InputError only when this call made no byte.
    virtual std::size_t decode(std::span<char> into) = 0;
};

[[nodiscard]] std::unique_ptr<Decoder> make_gzip_decoder(ByteReader& reader);
[[nodiscard]] std::unique_ptr<Decoder> make_bzip2_decoder(ByteReader& reader);

/// Makes Source::read's promise out of decode(): whole buffers, and faults after the good bytes.
class Filler {
  public:
    std::size_t fill(Decoder& decoder, std::span<char> into);
    void forget_fault() { fault_ = nullptr; }

  private:
    std::exception_ptr fault_;
};

}  // namespace ign::io
