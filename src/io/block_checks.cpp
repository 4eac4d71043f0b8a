#include "ign/io/block_checks.hpp"

#include <zlib.h>

#include <algorithm>

namespace ign::io {

void BlockChecks::add(std::span<const char> bytes) {
    while (!bytes.empty()) {
        const std::size_t used = size_ % block_size;
        if (used == 0) {
            checks_.push_back(0);
        }
        const auto head = bytes.first(std::min(bytes.size(), block_size - used));
        checks_.back() = static_cast<std::uint32_t>(
            ::crc32(checks_.back(), reinterpret_cast<const Bytef*>(head.data()),
                    static_cast<uInt>(head.size())));
        size_ += head.size();
        bytes = bytes.subspan(head.size());
    }
}

}  // namespace ign::io
