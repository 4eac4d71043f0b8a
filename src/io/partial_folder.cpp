#include "ign/io/partial_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "ign/io/errors.hpp"
#include "ign/io/publish.hpp"
#include "ign/io/sink.hpp"

namespace ign::io {
namespace {

constexpr const char* command_name = "command";
// What is announced stands at the end of the file `command`: an empty line, then
//   announced DEVICE INODE
//   the note
constexpr std::string_view announced_line = "\nannounced ";
// On the finished file: the hash of the command, its size, the note, with blanks between.
constexpr const char* attribute = "user.ign.finished";

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Device and inode: the same before and after a rename.
std::string identity(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return {};
    }
    std::string text(announced_line);
    text += std::to_string(status.st_dev) + " " + std::to_string(status.st_ino) + "\n";
    return text;
}

/// Begins the attribute of a file that the command made. FNV-1a: nobody tries to find another
/// command with the same hash.
std::string signature(const std::filesystem::path& path, std::string_view command) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char byte : command) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    }
    struct stat status {};
    ::stat(path.c_str(), &status);
    // The size of a folder is no property of what is in it.
    const off_t size = S_ISREG(status.st_mode) ? status.st_size : 0;
    return std::to_string(hash) + " " + std::to_string(size) + " ";
}

/// The first line of `there` that is not in `here`, for a message.
std::string first_difference(const std::string& there, const std::string& here) {
    std::istringstream ours(here);
    std::istringstream theirs(there);
    std::string our_line;
    std::string their_line;
    while (true) {
        const bool our_end = !std::getline(ours, our_line);
        const bool their_end = !std::getline(theirs, their_line);
        if (our_end || their_end || our_line != their_line) {
            std::string text("'");
            text.append(their_end ? "" : their_line).append("' there, '");
            return text.append(our_end ? "" : our_line).append("' here");
        }
    }
}

}  // namespace

std::filesystem::path partial_path(const std::filesystem::path& output) {
    std::filesystem::path path = output.has_filename() ? output : output.parent_path();
    path += ".partial";
    return path;
}

PartialFolder::PartialFolder(const std::filesystem::path& output, std::string command)
    : path_(partial_path(output)), output_(output), command_(std::move(command)) {
    if (::mkdir(path_.c_str(), 0777) != 0 && errno != EEXIST) {
        throw output_error(path_.string(), errno, "create the folder");
    }
    lock();
    try {
        check_command();
        if (is_new_) {
            AtomicFile file(path_ / command_name, Overwrite::yes);
            file.write(std::as_bytes(std::span(command_)));
            file.commit();
            sync_folder(path_.has_parent_path() ? path_.parent_path() : ".");
        }
    } catch (...) {
        ::close(lock_);
        throw;
    }
}

PartialFolder::~PartialFolder() { ::close(lock_); }

void PartialFolder::lock() {
    lock_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0) {
        throw output_error(path_.string(), errno, "open the folder");
    }
    // A file system that has no locks has nothing to tell us.
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(lock_);
        throw OutputError(path_.string(), EWOULDBLOCK,
                          "another run is at work there; wait for it, or end it first");
    }
}

void PartialFolder::check_command() {
    std::error_code error;
    if (std::filesystem::exists(path_ / command_name, error)) {
        std::string there = read_text(path_ / command_name);
        const std::size_t announced = there.rfind(announced_line);
        if (announced != std::string::npos) {
            announced_ = there.substr(announced);
            there.resize(announced);
        }
        if (there != command_) {
            throw OutputError(path_.string(), EEXIST,
                              "it holds what another command has finished (" +
                                  first_difference(there, command_) +
                                  "); repeat that command to go on, or delete the folder to "
                                  "start anew");
        }
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
        // A process that was killed here has left the beginning of the file `command` at most.
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(".command.")) {
            throw OutputError(path_.string(), EEXIST,
                              "a folder of that name was not made by this program; move it away");
        }
    }
    is_new_ = true;
}

void PartialFolder::announce(const std::filesystem::path& finished, std::string_view note) {
    std::string value = signature(finished, command_);
    value += note;
    // Where it cannot be kept, a run that is killed while it removes this folder is not seen to
    // have done its work, and its output is refused as one that exists.
    ::setxattr(finished.c_str(), attribute, value.data(), value.size(), 0);
    announced_ = identity(finished);
    announced_ += note;
    AtomicFile file(path_ / command_name, Overwrite::yes);
    file.write(std::as_bytes(std::span(command_)));
    file.write(std::as_bytes(std::span(announced_)));
    file.commit();
}

std::optional<std::string> PartialFolder::published() const {
    const std::string there = identity(output_);
    if (there.empty() || !announced_.starts_with(there)) {
        return std::nullopt;
    }
    return announced_.substr(there.size());
}

std::optional<std::string> note_of(const std::filesystem::path& output, std::string_view command) {
    std::array<char, 1 << 16> value;  // the kernel keeps no more
    const ssize_t size = ::getxattr(output.c_str(), attribute, value.data(), value.size());
    const std::string expected = signature(output, command);
    if (size < 0 ||
        !std::string_view(value.data(), static_cast<std::size_t>(size)).starts_with(expected)) {
        return std::nullopt;
    }
    return std::string(value.data() + expected.size(),
                       static_cast<std::size_t>(size) - expected.size());
}

void PartialFolder::remove() {
    std::error_code ignored;
    // The command last: without it the folder would be nobody's.
    for (const auto& entry : std::filesystem::directory_iterator(path_, ignored)) {
        if (entry.path().filename() != command_name) {
            std::filesystem::remove_all(entry.path(), ignored);
        }
    }
    std::filesystem::remove(path_ / command_name, ignored);
    std::filesystem::remove(path_, ignored);
}

}  // namespace ign::io
