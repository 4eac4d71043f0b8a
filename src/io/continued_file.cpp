#include "ign/io/continued_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "ign/io/errors.hpp"

namespace ign::io {

ContinuedFile::ContinuedFile(const std::filesystem::path& path, std::uint64_t position)
    : name_(path.string()), start_(position) {
    const int create = position == 0 ? O_CREAT : 0;
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | create, 0666);
    if (descriptor_ < 0) {
        throw output_error(name_, errno, "open");
    }
    try {
        go_to(position);
        writer_.emplace(descriptor_, name_);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

ContinuedFile::~ContinuedFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void ContinuedFile::go_to(std::uint64_t position) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) {
        throw output_error(name_, errno, "read the size of");
    }
    if (static_cast<std::uint64_t>(status.st_size) < position) {
        throw OutputError(name_, 0,
                          "the file has " + std::to_string(status.st_size) + " bytes where " +
                              std::to_string(position) +
                              " were written; delete the folder it lies in to start anew");
    }
    if (::ftruncate(descriptor_, static_cast<off_t>(position)) != 0 ||
        ::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0) {
        throw output_error(name_, errno, "go on writing");
    }
}

void ContinuedFile::sync() {
    flush();
    if (::fsync(descriptor_) != 0) {
        throw output_error(name_, errno, "write the last bytes to the disk");
    }
}

void ContinuedFile::close() {
    sync();
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        throw output_error(name_, errno, "close");
    }
}

}  // namespace ign::io
