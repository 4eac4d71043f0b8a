#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/publish.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {

AtomicFile::AtomicFile(const std::filesystem::path& path, Overwrite overwrite)
    : path_(file_target(path, overwrite)), overwrite_(overwrite) {
    open_temporary();
    try {
        writer_.emplace(descriptor_, path_.string());
    } catch (...) {
        discard();
        throw;
    }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::open_temporary() {
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const std::filesystem::path name = temporary_name(path_);
        // Before the file is there, so that no signal finds it unlisted.
        removal_ = register_for_removal(name);
        descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        const int error_number = errno;
        if (descriptor_ >= 0) {
            temporary_ = name;
            return;
        }
        discard();
        if (error_number != EEXIST) {
            throw output_error(path_.string(), error_number,
                               "create a file in the folder " + name.parent_path().string());
        }
    }
    throw output_error(path_.string(), EEXIST, "find a free temporary name");
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    writer_->write(bytes);
    begin_going_out();
}

// The disk is to have most of the file when seal() waits for it. What fails here fails there too.
void AtomicFile::begin_going_out() {
    constexpr std::uint64_t step = 1 << 20;
    const std::uint64_t end = writer_->position();
    if (end - going_out_ < step) {
        return;
    }
    ::sync_file_range(descriptor_, static_cast<off64_t>(going_out_),
                      static_cast<off64_t>(end - going_out_), SYNC_FILE_RANGE_WRITE);
    going_out_ = end;
}

void AtomicFile::flush() { writer_->flush(); }

std::uint64_t AtomicFile::position() const { return writer_->position(); }

void AtomicFile::seal() {
    flush();
    if (::fsync(descriptor_) != 0) {
        throw output_error(path_.string(), errno, "write the last bytes to the disk");
    }
    // Some file systems (NFS) report a full disk only here.
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        throw output_error(path_.string(), errno, "close");
    }
}

void AtomicFile::commit() {
    if (descriptor_ >= 0) {
        seal();
    }
    publish_file(temporary_, path_, overwrite_);
    temporary_.clear();
    discard();
}

void AtomicFile::discard() noexcept {
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
    }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
    if (removal_) {
        unregister_for_removal(*std::exchange(removal_, std::nullopt));
    }
}

}  // namespace ign::io
