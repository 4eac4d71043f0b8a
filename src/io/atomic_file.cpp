#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    // With dots, suffix and letters it stays below the 255 bytes that file systems allow.
    constexpr std::size_t longest_name = 200;
    std::random_device random;
    std::string name(".");
    name += path.filename().string().substr(0, longest_name);
    name += '.';
    for (int count = 0; count < 6; ++count) {
        name += letters[random() % letters.size()];
    }
    return folder_of(path) / (name + ".part");
}

[[noreturn]] void refuse_existing(const std::filesystem::path& path) {
    throw OutputError(path.string(), EEXIST,
                      "the file exists already; use --force to replace it or choose another name");
}

/// The file to be replaced where `path` is a link to it; `path` itself otherwise.
std::filesystem::path check_target(const std::filesystem::path& path, Overwrite overwrite) {
    if (!path.has_filename()) {
        throw OutputError(path.string(), EISDIR, "this names a folder; add a file name");
    }
    std::error_code error;
    const auto link_status = std::filesystem::symlink_status(path, error);
    if (!std::filesystem::exists(link_status)) {
        return path;
    }
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) {
        throw OutputError(path.string(), EISDIR, "this is a folder; add a file name");
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        throw OutputError(path.string(), EINVAL,
                          "this is no regular file; use -o - and redirect the output");
    }
    if (overwrite == Overwrite::no) {
        refuse_existing(path);
    }
    if (std::filesystem::is_symlink(link_status) && std::filesystem::exists(status)) {
        return std::filesystem::canonical(path);
    }
    return path;
}

/// Renames without replacing; false, with errno set, if that failed.
bool rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    // File systems without that flag (NFS) have links, which do not replace either.
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    // Neither flag nor links: the best left is to look first.
    struct stat status {};
    if (::lstat(to.c_str(), &status) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path, Overwrite overwrite)
    : path_(check_target(path, overwrite)), overwrite_(overwrite) {
    open_temporary();
    try {
        removal_ = register_for_removal(temporary_);
        writer_.emplace(descriptor_, path_.string());
    } catch (...) {
        discard();
        throw;
    }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::open_temporary() {
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts && descriptor_ < 0; ++attempt) {
        temporary_ = temporary_name(path_);
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) {
            throw output_error(path_.string(), errno,
                               "create a file in the folder " + folder_of(path_).string());
        }
    }
    if (descriptor_ < 0) {
        throw output_error(path_.string(), EEXIST, "find a free temporary name");
    }
}

void AtomicFile::write(std::span<const std::byte> bytes) { writer_->write(bytes); }

void AtomicFile::flush() { writer_->flush(); }

std::uint64_t AtomicFile::position() const { return writer_->position(); }

void AtomicFile::commit() {
    flush();
    if (::fsync(descriptor_) != 0) {
        throw output_error(path_.string(), errno, "write the last bytes to the disk");
    }
    // Some file systems (NFS) report a full disk only here.
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        throw output_error(path_.string(), errno, "close");
    }
    publish();
}

void AtomicFile::publish() {
    const bool renamed = overwrite_ == Overwrite::yes
                             ? ::rename(temporary_.c_str(), path_.c_str()) == 0
                             : rename_to_new(temporary_, path_);
    if (!renamed) {
        if (errno == EEXIST) {
            refuse_existing(path_);
        }
        throw output_error(path_.string(), errno, "give the finished file its name");
    }
    temporary_.clear();
    discard();
    // Makes the new name durable. File systems that cannot sync a folder have nothing to lose here.
    const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
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
