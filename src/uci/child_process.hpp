#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ign::uci {

using Deadline = std::chrono::steady_clock::time_point;

/// A program that is talked to by lines over its standard input and output; its standard error is
/// ours. No descriptor of it is inherited by another child, and writing to one that has ended
/// raises no SIGPIPE. Faults of the system throw std::system_error.
class ChildProcess {
  public:
    /// `program` is a path, or a name that is looked for in PATH and then in /usr/games, where
    /// Debian has its chess engines. Throws std::system_error if it cannot be started.
    ChildProcess(const std::string& program, std::span<const std::string> arguments);
    /// Closes its input, gives it a second to end, and then kills it.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    enum class Outcome : std::uint8_t { done, timed_out, ended, line_too_long };

    /// Writes the line and its end.
    [[nodiscard]] Outcome write_line(std::string_view line, Deadline deadline);
    /// Reads a line, without its end, into `line`. What an ended process has written can still be
    /// read.
    [[nodiscard]] Outcome read_line(std::string& line, Deadline deadline);

    /// Waits for a process that has closed its output, until `deadline`, and says how it ended:
    /// "exit code 1", "signal 11: Segmentation fault".
    [[nodiscard]] std::string how_it_ended(Deadline deadline);

    static constexpr std::size_t longest_line = std::size_t{1} << 20;

  private:
    void spawn(const std::string& program, std::span<const std::string> arguments, int input,
               int output);
    bool wait_for_end(Deadline deadline);

    int process_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string buffer_;
    std::size_t read_from_ = 0;
    std::optional<int> status_;
};

}  // namespace ign::uci
