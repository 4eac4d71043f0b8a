#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ign::io {

/// Checksums of a text that comes piece by piece, one for each block of 64 KiB: what can be kept of
/// a text that cannot be read twice, to say of another text whether it is the same.
class BlockChecks {
  public:
    static constexpr std::size_t block_size = std::size_t{64} << 10;

    /// Adds the next bytes of the text.
    void add(std::span<const char> bytes);
    /// Bytes added so far.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// The checksum (CRC-32) of each block, that of the last one as far as it has come.
    [[nodiscard]] const std::vector<std::uint32_t>& checks() const { return checks_; }

  private:
    std::uint64_t size_ = 0;
    std::vector<std::uint32_t> checks_;
};

}  // namespace ign::io
