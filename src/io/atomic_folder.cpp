#include "ign/io/atomic_folder.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "ign/io/cleanup.hpp"
#include "ign/io/errors.hpp"

namespace ign::io {
namespace {

bool is_part_name(std::string_view name) {
    return name.starts_with("part-") && name.ends_with(".parquet");
}

void check_target(const std::filesystem::path& path, Overwrite overwrite) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return;
    if (!std::filesystem::is_directory(status)) {
        throw OutputError(path.string(), ENOTDIR,
                          "this is a file; a folder of that name was asked for");
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        if (overwrite == Overwrite::no) {
            throw OutputError(
                path.string(), EEXIST,
                "the folder holds files already; use --force to replace them or choose "
                "another name");
        }
        if (!is_part_name(entry.path().filename().string())) {
            throw OutputError(path.string(), EEXIST,
                              "the folder holds more than part files (" +
                                  entry.path().filename().string() +
                                  "), which --force does not delete; choose another name");
        }
    }
}

void remove_parts(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (is_part_name(entry.path().filename().string())) {
            std::filesystem::remove(entry.path(), ignored);
        }
    }
    std::filesystem::remove(folder, ignored);
}

// Makes the new name durable; a file system that cannot do that has done all it can.
void sync_folder(const std::filesystem::path& folder) {
    int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

// `folder/` names the folder itself.
std::filesystem::path without_slash(const std::filesystem::path& path) {
    std::filesystem::path clean = std::filesystem::absolute(path).lexically_normal();
    return clean.has_filename() ? clean : clean.parent_path();
}

}  // namespace

AtomicFolder::AtomicFolder(const std::filesystem::path& path, Overwrite overwrite)
    : path_(without_slash(path)) {
    check_target(path_, overwrite);
    std::string name(".");
    name += path_.filename().string();
    name += ".XXXXXX";
    name = (path_.parent_path() / name).string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw output_error(path.string(), errno, "create the folder");
    }
    temporary_ = name;
    std::filesystem::permissions(temporary_, std::filesystem::perms(0755));
    if (auto place = register_for_removal(temporary_)) removals_.push_back(*place);
}

AtomicFolder::~AtomicFolder() {
    if (!committed_) discard();
    for (std::size_t place : removals_) unregister_for_removal(place);
}

std::filesystem::path AtomicFolder::add(const std::string& name) {
    std::filesystem::path file = temporary_ / name;
    if (auto place = register_for_removal(file)) removals_.push_back(*place);
    return file;
}

void AtomicFolder::commit() {
    // What was there are part files only (see check_target), or nothing. It steps aside before the
    // new folder takes its name, and goes only then.
    std::filesystem::path old;
    std::error_code error;
    if (std::filesystem::exists(path_)) {
        old = temporary_;
        old += ".old";
        std::filesystem::rename(path_, old, error);
        if (error) throw output_error(path_.string(), error.value(), "move the old folder aside");
    }
    std::filesystem::rename(temporary_, path_, error);
    if (error) {
        std::error_code ignored;
        if (!old.empty()) std::filesystem::rename(old, path_, ignored);
        throw output_error(path_.string(), error.value(), "rename the finished folder");
    }
    committed_ = true;
    if (!old.empty()) remove_parts(old);
    sync_folder(path_.parent_path());
}

void AtomicFolder::discard() noexcept {
    std::error_code ignored;
    std::filesystem::remove_all(temporary_, ignored);
}

}  // namespace ign::io
