// Loaded with LD_PRELOAD, makes one of a program's calls that change files fail. The calls are
// counted from 1: write, fsync and close of files open for writing and of standard output, and what
// creates, cuts, names or marks files.
//
//     IGN_FAULT_LOG    a file that gets a line for each call counted: its name
//     IGN_FAULT_CALL   the number of the call that fails
//     IGN_FAULT        how: ENOSPC, EIO or EINTR (that call alone), FULL (ENOSPC from that call
//                      on), SHORT (half of the bytes are written), FLIP (a bit is changed, and no
//                      error told), KILL or TERM (that signal comes before the call)
//     IGN_FAULT_PLACE  where in the bytes that bit is, in percent of them

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

enum class Kind { none, enospc, eio, eintr, full, half, flip, kill, term };

Kind parse_kind(std::string_view name) {
    if (name == "ENOSPC") return Kind::enospc;
    if (name == "EIO") return Kind::eio;
    if (name == "EINTR") return Kind::eintr;
    if (name == "FULL") return Kind::full;
    if (name == "SHORT") return Kind::half;
    if (name == "FLIP") return Kind::flip;
    if (name == "KILL") return Kind::kill;
    if (name == "TERM") return Kind::term;
    return Kind::none;
}

struct Plan {
    Kind kind = parse_kind(environment("IGN_FAULT"));
    long call = number("IGN_FAULT_CALL");
    long place = number("IGN_FAULT_PLACE");
    int log = open_log(std::string(environment("IGN_FAULT_LOG")));
    std::atomic<long> calls{0};

    static long number(const char* name) {
        return std::atol(std::string("0").append(environment(name)).c_str());
    }
    static int open_log(const std::string& path) {
        if (path.empty()) return -1;
        return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(),
                                        O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    }
};

Plan& plan() {
    static Plan plan;
    return plan;
}

// What is to happen to this call: nothing, or a fault.
Kind next(const char* name) {
    Plan& all = plan();
    long call = ++all.calls;
    if (all.log >= 0) {
        std::string line = std::string(name) + "\n";
        syscall(SYS_write, all.log, line.data(), line.size());
    }
    if (all.kind == Kind::full && call >= all.call) return Kind::enospc;
    if (call != all.call) return Kind::none;
    if (all.kind == Kind::kill) raise(SIGKILL);
    if (all.kind == Kind::term) raise(SIGTERM);
    return all.kind;
}

bool fails(const char* name) {
    switch (next(name)) {
        case Kind::enospc:
            errno = ENOSPC;
            return true;
        case Kind::eio:
            errno = EIO;
            return true;
        case Kind::eintr:
            errno = EINTR;
            return true;
        default:
            return false;
    }
}

bool changes_files(int descriptor) {
    if (descriptor == STDOUT_FILENO) return true;
    if (descriptor == STDERR_FILENO || descriptor == plan().log) return false;
    int flags = fcntl(descriptor, F_GETFL);
    struct stat status {};
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(descriptor, &status) == 0 &&
           S_ISREG(status.st_mode);
}

int open_file(const char* name, int folder, const char* path, int flags, mode_t mode) {
    if ((flags & O_CREAT) != 0 && fails(name)) return -1;
    return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
    std::string changed;
    if (changes_files(descriptor)) {
        Kind kind = next("write");
        if (kind == Kind::enospc || kind == Kind::eio || kind == Kind::eintr) {
            errno = kind == Kind::enospc ? ENOSPC : kind == Kind::eio ? EIO : EINTR;
            return -1;
        }
        if (kind == Kind::half) size = (size + 1) / 2;
        if (kind == Kind::flip && size != 0) {
            changed.assign(static_cast<const char*>(bytes), size);
            char& byte = changed[std::min(size - 1, size * plan().place / 100)];
            byte = static_cast<char>(byte ^ 4);
            bytes = changed.data();
        }
    }
    return syscall(SYS_write, descriptor, bytes, size);
}

int fsync(int descriptor) {
    if (changes_files(descriptor) && fails("fsync")) return -1;
    return 0;  // processes are killed here, not machines, and disks are slow
}

int close(int descriptor) {
    bool fail = changes_files(descriptor) && fails("close");
    int error_number = errno;
    int result = static_cast<int>(syscall(SYS_close, descriptor));  // as a disk would: it is closed
    if (!fail) return result;
    errno = error_number;
    return -1;
}

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_file("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_file("open", AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int rename(const char* from, const char* to) noexcept {
    if (fails("rename")) return -1;
    return static_cast<int>(syscall(SYS_rename, from, to));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
    if (fails("renameat2")) return -1;
    return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int link(const char* from, const char* to) noexcept {
    if (fails("link")) return -1;
    return static_cast<int>(syscall(SYS_link, from, to));
}

int mkdir(const char* path, mode_t mode) noexcept {
    if (fails("mkdir")) return -1;
    return static_cast<int>(syscall(SYS_mkdir, path, mode));
}

int ftruncate(int descriptor, off_t size) noexcept {
    if (fails("ftruncate")) return -1;
    return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
}

int ftruncate64(int descriptor, off64_t size) noexcept {
    if (fails("ftruncate")) return -1;
    return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
}

int setxattr(const char* path, const char* name, const void* value, size_t size,
             int flags) noexcept {
    if (fails("setxattr")) return -1;
    return static_cast<int>(syscall(SYS_setxattr, path, name, value, size, flags));
}

int unlink(const char* path) noexcept {
    // Removing fails for other reasons than these; it is a place to be killed at.
    next("unlink");
    return static_cast<int>(syscall(SYS_unlink, path));
}

int rmdir(const char* path) noexcept {
    next("rmdir");
    return static_cast<int>(syscall(SYS_rmdir, path));
}

}  // extern "C"
