#include "ign/tasks/arena.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace ign::tasks {

void run_with_threads(int threads, const std::function<void()>& work) {
    tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute(work);
}

}  // namespace ign::tasks
