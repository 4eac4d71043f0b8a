#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ign::uci {

namespace {

using std::chrono::milliseconds;

[[noreturn]] void fail(int error, const char* what) {
    throw std::system_error(error, std::generic_category(), what);
}

/// A descriptor until it is released.
class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return value_; }
    int release() { return std::exchange(value_, -1); }

  private:
    int value_;
};

/// posix_spawn's two objects, which want to be destroyed.
struct SpawnPlan {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};

    SpawnPlan(int input, int output) {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        // Signals that this program ignores or blocks must not be so in the child.
        ::posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        sigset_t defaults = none;
        sigaddset(&defaults, SIGPIPE);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &defaults);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
};

/// False at the deadline; an event, also that the other end is gone, is true.
bool wait_for(int descriptor, short events, Deadline deadline) {
    while (true) {
        auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left < milliseconds(0)) left = milliseconds(0);
        constexpr milliseconds most(1 << 30);
        pollfd one{descriptor, events, 0};
        int ready = ::poll(&one, 1, static_cast<int>(std::min(left, most).count()));
        if (ready > 0) return true;
        if (ready == 0 && std::chrono::steady_clock::now() >= deadline) return false;
        if (ready < 0 && errno != EINTR) fail(errno, "cannot wait for the engine");
    }
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, std::span<const std::string> arguments) {
    // A socket as standard input: unlike a pipe it can be written to without SIGPIPE.
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) {
        fail(errno, "cannot make a socket");
    }
    Descriptor our_input(in[0]);
    Descriptor its_input(in[1]);
    if (::pipe2(out.data(), O_CLOEXEC) != 0) fail(errno, "cannot make a pipe");
    Descriptor our_output(out[0]);
    Descriptor its_output(out[1]);
    spawn(program, arguments, its_input.get(), its_output.get());
    input_ = our_input.release();
    output_ = our_output.release();
}

void ChildProcess::spawn(const std::string& program, std::span<const std::string> arguments,
                         int input, int output) {
    SpawnPlan plan(input, output);
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    auto start = [&](const std::string& name) {
        return ::posix_spawnp(&process_, name.c_str(), &plan.actions, &plan.attributes,
                              pointers.data(), environ);
    };
    int error = start(program);
    if (error == ENOENT && program.find('/') == std::string::npos) {
        error = start("/usr/games/" + program);
    }
    if (error != 0) {
        process_ = -1;
        fail(error, "cannot start the engine");
    }
}

ChildProcess::~ChildProcess() {
    if (input_ >= 0) ::close(input_);
    // A process blocked on a full pipe would not end: nobody reads it any more.
    if (output_ >= 0) ::close(output_);
    if (process_ < 0 || status_) return;
    if (!wait_for_end(std::chrono::steady_clock::now() + std::chrono::seconds(1))) {
        ::kill(process_, SIGKILL);
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    }
}

ChildProcess::Outcome ChildProcess::write_line(std::string_view line, Deadline deadline) {
    std::string text(line);
    text += '\n';
    for (std::string_view rest = text; !rest.empty();) {
        ssize_t sent = ::send(input_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            rest.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return Outcome::ended;
        } else if (errno == EAGAIN) {
            if (!wait_for(input_, POLLOUT, deadline)) return Outcome::timed_out;
        } else if (errno != EINTR) {
            fail(errno, "cannot write to the engine");
        }
    }
    return Outcome::done;
}

ChildProcess::Outcome ChildProcess::read_line(std::string& line, Deadline deadline) {
    while (true) {
        std::size_t end = buffer_.find('\n', read_from_);
        if (end != std::string::npos) {
            line.assign(buffer_, read_from_, end - read_from_);
            if (line.ends_with('\r')) line.pop_back();
            read_from_ = end + 1;
            return Outcome::done;
        }
        buffer_.erase(0, std::exchange(read_from_, 0));
        if (buffer_.size() > longest_line) return Outcome::line_too_long;
        if (!wait_for(output_, POLLIN, deadline)) return Outcome::timed_out;
        std::array<char, 1 << 14> chunk;
        ssize_t size = ::read(output_, chunk.data(), chunk.size());
        if (size == 0) return Outcome::ended;
        if (size < 0 && errno != EINTR) fail(errno, "cannot read from the engine");
        if (size > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(size));
    }
}

bool ChildProcess::wait_for_end(Deadline deadline) {
    // Few wait here, and not for long: the process is about to end, or is killed.
    for (milliseconds nap(1); !status_; nap = std::min(nap * 2, milliseconds(20))) {
        int status = 0;
        int found = ::waitpid(process_, &status, WNOHANG);
        if (found == process_) status_ = status;
        if (found < 0 && errno != EINTR) return true;  // somebody else has reaped it
        if (status_) return true;
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::this_thread::sleep_for(nap);
    }
    return true;
}

std::string ChildProcess::how_it_ended(Deadline deadline) {
    if (!wait_for_end(deadline) || !status_) return "it has closed its output";
    if (WIFSIGNALED(*status_)) {
        int signal = WTERMSIG(*status_);
        return "signal " + std::to_string(signal) + ": " + ::sigdescr_np(signal);
    }
    return "exit code " + std::to_string(WEXITSTATUS(*status_));
}

}  // namespace ign::uci
