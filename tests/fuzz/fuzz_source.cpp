// Any bytes as an input file: plain, zstd, gzip or bzip2, damaged or not, is read to its end or to
// a fault that is thrown, and gives the same bytes however they are asked for, in place too.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "check.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/source.hpp"

namespace {

constexpr std::size_t most_bytes = 16 << 20;  // a small file may hold a huge stretch of zeros

struct Reading {
    std::string bytes;
    bool failed = false;
};

Reading read_all(const std::string& path, std::size_t step) {
    Reading reading;
    try {
        auto source = ign::io::open_source(path);
        std::string block(step, '\0');
        while (reading.bytes.size() < most_bytes) {
            std::size_t count = source->read(block);
            if (count == 0) break;
            reading.bytes.append(block, 0, count);
        }
    } catch (const ign::io::InputError&) {
        reading.failed = true;
    }
    return reading;
}

Reading peek_all(const std::string& path, std::size_t step) {
    Reading reading;
    try {
        auto source = ign::io::open_source(path);
        while (reading.bytes.size() < most_bytes) {
            std::span<const char> text = source->peek(step);
            if (text.empty()) break;
            // Something is left to look at again.
            std::size_t taken = text.size() - text.size() / 3;
            reading.bytes.append(text.data(), taken);
            source->consume(taken);
        }
    } catch (const ign::io::InputError&) {
        reading.failed = true;
    }
    return reading;
}

// Of a damaged stretch more or less may have been handed out before the damage was known.
void check_same(const Reading& one, const Reading& other) {
    IGN_CHECK(one.failed == other.failed);
    std::size_t common = std::min(one.bytes.size(), other.bytes.size());
    IGN_CHECK(one.bytes.compare(0, common, other.bytes, 0, common) == 0);
    IGN_CHECK(one.failed || one.bytes == other.bytes);
}

}  // namespace

// A frame may ask for a window of 2 GiB, which takes the sanitizer long to prepare: here it is told
// that there is no memory for it, as the program must stand that too.
extern "C" const char* __asan_default_options() {
    return "allocator_may_return_null=1:max_allocation_size_mb=256";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    int descriptor = memfd_create("fuzz", 0);
    IGN_CHECK(descriptor >= 0);
    IGN_CHECK(write(descriptor, data, size) == static_cast<ssize_t>(size));
    std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    Reading coarse = read_all(path, 1 << 16);
    if (coarse.bytes.size() < most_bytes) check_same(coarse, peek_all(path, 300'000));
    if (coarse.bytes.size() < (1 << 16)) check_same(coarse, read_all(path, 7));
    close(descriptor);
    return 0;
}
