#include "ign/io/publish.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>

#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

[[noreturn]] void refuse_existing(const std::filesystem::path& path) {
    throw OutputError(path.string(), EEXIST,
                      "the file exists already; use --force to replace it or choose another name");
}

[[noreturn]] void refuse_filled(const std::filesystem::path& path) {
    throw OutputError(path.string(), EEXIST,
                      "the folder holds files already; use --force to replace them or choose "
                      "another name");
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

void remove_parts(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (is_part_name(entry.path().filename().string())) {
            std::filesystem::remove(entry.path(), ignored);
        }
    }
    std::filesystem::remove(folder, ignored);
}

/// Two steps where the file system cannot exchange names: the old folder steps aside first.
int replace_folder(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::path old = from;
    old += ".old";
    if (::rename(to.c_str(), old.c_str()) != 0) {
        return errno;
    }
    if (::rename(from.c_str(), to.c_str()) != 0) {
        const int error_number = errno;
        ::rename(old.c_str(), to.c_str());
        return error_number;
    }
    remove_parts(old);
    return 0;
}

bool is_mount_point(const std::filesystem::path& folder) {
    struct stat inside {};
    struct stat outside {};
    return ::stat(folder.c_str(), &inside) == 0 && ::stat((folder / "..").c_str(), &outside) == 0 &&
           inside.st_dev != outside.st_dev;
}

void check_content(const std::filesystem::path& folder, Overwrite overwrite) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (overwrite == Overwrite::no) {
            refuse_filled(folder);
        }
        const std::string name = entry.path().filename().string();
        if (!is_part_name(name)) {
            throw OutputError(folder.string(), EEXIST,
                              "the folder holds more than part files (" + name +
                                  "), which --force does not delete; choose another name");
        }
    }
    if (error) {
        throw output_error(folder.string(), error.value(), "list the folder");
    }
}

}  // namespace

std::filesystem::path file_target(const std::filesystem::path& path, Overwrite overwrite) {
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

void publish_file(const std::filesystem::path& from, const std::filesystem::path& to,
                  Overwrite overwrite) {
    const bool renamed = overwrite == Overwrite::yes ? ::rename(from.c_str(), to.c_str()) == 0
                                                     : rename_to_new(from, to);
    if (!renamed) {
        if (errno == EEXIST) {
            refuse_existing(to);
        }
        throw output_error(to.string(), errno, "give the finished file its name");
    }
    sync_folder(folder_of(to));
}

std::filesystem::path folder_target(const std::filesystem::path& path, Overwrite overwrite) {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::absolute(path).lexically_normal();
    if (!folder.has_filename()) {  // `folder/` names the folder itself
        folder = folder.parent_path();
    }
    const auto status = std::filesystem::status(folder, error);
    if (!std::filesystem::exists(status)) {
        return folder;
    }
    if (!std::filesystem::is_directory(status)) {
        throw OutputError(path.string(), ENOTDIR,
                          "this is a file; a folder of that name was asked for");
    }
    folder = std::filesystem::canonical(folder);
    if (is_mount_point(folder)) {
        throw OutputError(path.string(), EBUSY,
                          "another file system is mounted there, so the folder cannot appear in "
                          "one step; name a folder inside it");
    }
    check_content(folder, overwrite);
    return folder;
}

void publish_folder(const std::filesystem::path& from, const std::filesystem::path& to,
                    Overwrite overwrite) {
    // Onto nothing or an empty folder.
    int error_number = ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    if (error_number == ENOTEMPTY || error_number == EEXIST) {
        if (overwrite == Overwrite::no) {
            refuse_filled(to);
        }
        check_content(to, overwrite);
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) {
            error_number = 0;
            remove_parts(from);
        } else if (errno == EINVAL || errno == ENOSYS) {
            error_number = replace_folder(from, to);
        } else {
            error_number = errno;
        }
    }
    if (error_number != 0) {
        throw output_error(to.string(), error_number, "give the finished folder its name");
    }
    sync_folder(to.parent_path());
}

bool is_part_name(std::string_view name) {
    return name.starts_with("part-") && name.ends_with(".parquet");
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

void sync_folder(const std::filesystem::path& folder) noexcept {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

}  // namespace ign::io
