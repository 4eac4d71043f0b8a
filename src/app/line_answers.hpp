#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "command.hpp"
#include "ign/base/result.hpp"

namespace ign::app {

/// What becomes of one line: its answer, or why there is none.
using LineAnswer = Result<std::string, std::string>;

/// How a command that answers line by line reads its arguments.
struct LineRules {
    std::function<LineAnswer(std::string_view)> answer;
    /// Is an argument that names no file such a line itself?
    std::function<bool(std::string_view)> is_line;
};

/// Answers every line of the inputs (files, `-` for standard input, which is read without any
/// input, or lines themselves) with one on standard output. A blank line has a blank answer; so has
/// a bad one, whose place and fault go to stderr, and the exit code is then `rejects`.
ExitCode answer_lines(std::span<const std::string> inputs, const LineRules& rules);

}  // namespace ign::app
