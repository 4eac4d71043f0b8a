#include "byte_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

std::string errno_text(int error_number) { return std::generic_category().message(error_number); }

Descriptor open_descriptor(const std::filesystem::path& path, const std::string& name) {
    if (path == "-") {
        return Descriptor(STDIN_FILENO);
    }
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.get() < 0) {
        throw InputError(name, "cannot open: " + errno_text(errno));
    }
    return descriptor;
}

}  // namespace

ByteReader::ByteReader(const std::filesystem::path& path)
    : name_(path == "-" ? "stdin" : path.string()),
      descriptor_(open_descriptor(path, name_)),
      buffer_(std::make_unique_for_overwrite<char[]>(capacity)) {
    struct stat status {};
    if (::fstat(descriptor_.get(), &status) != 0) {
        throw InputError(name_, "cannot read: " + errno_text(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        throw InputError(name_, "cannot read: " + errno_text(EISDIR));
    }
    if (S_ISREG(status.st_mode)) {
        // Stdin may have been read in part by whoever started the program.
        start_ =
            static_cast<std::uint64_t>(std::max<off_t>(::lseek(descriptor_.get(), 0, SEEK_CUR), 0));
        const auto size = static_cast<std::uint64_t>(status.st_size);
        size_ = size - std::min(size, start_);
        ::posix_fadvise(descriptor_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    }
}

std::span<const char> ByteReader::peek(std::size_t count) {
    assert(count <= capacity);
    if (end_ - begin_ < count && capacity - begin_ < count) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    while (end_ - begin_ < count) {
        const std::size_t got = fetch(buffer_.get() + end_, capacity - end_);
        if (got == 0) {
            break;
        }
        end_ += got;
    }
    return {buffer_.get() + begin_, end_ - begin_};
}

void ByteReader::consume(std::size_t count) {
    assert(count <= end_ - begin_);
    begin_ += count;
    if (begin_ == end_) {
        begin_ = end_ = 0;
    }
}

std::uint64_t ByteReader::skip(std::uint64_t count) {
    std::uint64_t left = count;
    while (left > 0) {
        const std::size_t step =
            static_cast<std::size_t>(std::min<std::uint64_t>(left, peek(1).size()));
        if (step == 0) {
            break;
        }
        consume(step);
        left -= step;
    }
    return count - left;
}

std::size_t ByteReader::read(std::span<char> into) {
    if (begin_ == end_) {
        return fetch(into.data(), into.size());
    }
    const std::size_t count = std::min(into.size(), end_ - begin_);
    std::memcpy(into.data(), buffer_.get() + begin_, count);
    consume(count);
    return count;
}

void ByteReader::seek(std::uint64_t offset) {
    if (::lseek(descriptor_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) {
        throw InputError(name_, "cannot seek: " + errno_text(errno));
    }
    begin_ = end_ = 0;
    fetched_ = offset;
}

void ByteReader::restrict_to(std::uint64_t offset, std::uint64_t size) {
    seek(offset);
    limit_ = offset + size;
}

std::size_t ByteReader::fetch(char* into, std::size_t count) {
    if (limit_) {
        count = static_cast<std::size_t>(std::min<std::uint64_t>(count, *limit_ - fetched_));
    }
    if (count == 0) {
        return 0;
    }
    ssize_t got = 0;
    do {
        got = ::read(descriptor_.get(), into, count);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        throw InputError(name_, fetched_, "cannot read", errno_text(errno));
    }
    if (got == 0) {
        check_size_at_end();
    }
    fetched_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
}

void ByteReader::check_size_at_end() const {
    const std::uint64_t least = limit_.value_or(size_.value_or(0));
    if (fetched_ < least) {
        throw InputError(name_, fetched_, "the file became shorter while it was read",
                         "it should reach byte " + std::to_string(least) +
                             "; run again when nothing else writes to it");
    }
    // Files that the kernel makes up (/proc) say 0 whatever is in them.
    if (!size_ || *size_ == 0 || limit_) {
        return;
    }
    struct stat status {};
    if (::fstat(descriptor_.get(), &status) == 0 &&
        static_cast<std::uint64_t>(status.st_size) != start_ + *size_) {
        throw InputError(name_, *size_, "the file became longer while it was read",
                         "what was added may be half a game; run again when nothing else writes "
                         "to it");
    }
}

void ByteReader::fail_truncated(const std::string& unit) {
    throw InputError(name_, fetched_, "truncated " + unit,
                     "the input ends inside it; fetch the file again or use --keep-going to keep "
                     "the games before it");
}

void ByteReader::fail_corrupt(const std::string& unit, const std::string& reason,
                              std::uint64_t unit_begin) const {
    throw InputError(name_, position(), "corrupt " + unit,
                     reason + "; what was compressed from byte " + std::to_string(unit_begin) +
                         " on may be wrong; fetch the file again or use --keep-going to keep the "
                         "games before the fault");
}

void ByteReader::fail_trailing(const std::string& unit) const {
    throw InputError(name_, position(), "garbage after the last " + unit,
                     "the bytes from here on begin no other one; fetch the file again, or use "
                     "--keep-going to keep the games before them");
}

}  // namespace ign::io
