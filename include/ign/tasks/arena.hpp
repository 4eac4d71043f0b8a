#pragma once

#include <functional>

namespace ign::tasks {

/// Runs work with so many threads, the caller's among them, for what it does in stages, loops and
/// tasks. More threads than cores are allowed, if they are asked for. Throws what work throws.
void run_with_threads(int threads, const std::function<void()>& work);

/// Is the caller within run_with_threads(1, ...)? Then stages and loops do one thing after another
/// and oneTBB is not started: that alone takes 0.5 ms of a program's time.
[[nodiscard]] bool is_alone();

}  // namespace ign::tasks
