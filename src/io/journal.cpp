#include "ign/io/journal.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <new>

#include "ign/io/errors.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {
namespace {

// The most that a frame can hold: a block of four bytes is 128 KiB of one byte (RFC 8878, 3.1.1.2).
constexpr unsigned long long most_content(std::size_t frame_size) {
    return (frame_size / 4 + 1) * (128ULL << 10);
}

std::string pack(std::string_view record) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                       &ZSTD_freeCCtx);
    if (!context) {
        throw std::bad_alloc();
    }
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string frame(ZSTD_compressBound(record.size()), '\0');
    const std::size_t size =
        ZSTD_compress2(context.get(), frame.data(), frame.size(), record.data(), record.size());
    if (ZSTD_isError(size) != 0) {
        throw OutputError("zstd", 0, ZSTD_getErrorName(size));
    }
    frame.resize(size);
    return frame;
}

}  // namespace

std::vector<std::string> parse_journal(std::string_view bytes, std::size_t& end) {
    std::vector<std::string> records;
    end = 0;
    while (end < bytes.size()) {
        const std::string_view rest = bytes.substr(end);
        const std::size_t size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
        if (ZSTD_isError(size) != 0) {
            break;
        }
        // What a damaged header says is not believed. Also too large: the two values that mean that
        // the frame does not say its size.
        const unsigned long long content = ZSTD_getFrameContentSize(rest.data(), rest.size());
        if (content > most_content(size)) {
            break;
        }
        std::string record(content, '\0');
        if (ZSTD_decompress(record.data(), record.size(), rest.data(), size) != content) {
            break;
        }
        records.push_back(std::move(record));
        end += size;
    }
    return records;
}

Journal::Journal(const std::filesystem::path& path)
    : name_(path.string()), descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) {
        throw output_error(name_, errno, "open");
    }
    try {
        load();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

Journal::~Journal() { ::close(descriptor_); }

void Journal::load() {
    std::string bytes;
    std::array<char, 1 << 16> buffer;
    while (true) {
        const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
        if (got == 0) {
            break;
        }
        if (got > 0) {
            bytes.append(buffer.data(), static_cast<std::size_t>(got));
        } else if (errno != EINTR) {
            throw output_error(name_, errno, "read");
        }
    }
    std::size_t end = 0;
    records_ = parse_journal(bytes, end);
    if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0 ||
        ::lseek(descriptor_, static_cast<off_t>(end), SEEK_SET) < 0) {
        throw output_error(name_, errno, "cut off an unfinished record");
    }
}

void Journal::append(std::string_view record) {
    const std::string frame = pack(record);
    DescriptorSink sink(descriptor_, name_);
    sink.write(std::as_bytes(std::span(frame)));
    sink.flush();
    if (::fsync(descriptor_) != 0) {
        throw output_error(name_, errno, "write the last bytes to the disk");
    }
}

}  // namespace ign::io
