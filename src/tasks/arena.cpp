#include "ign/tasks/arena.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <utility>

namespace ign::tasks {
namespace {

thread_local bool alone = false;

class AloneScope {
  public:
    AloneScope() : before_(std::exchange(alone, true)) {}
    ~AloneScope() { alone = before_; }
    AloneScope(const AloneScope&) = delete;
    AloneScope& operator=(const AloneScope&) = delete;

  private:
    bool before_;
};

}  // namespace

void run_with_threads(int threads, const std::function<void()>& work) {
    if (threads == 1) {
        AloneScope scope;
        return work();
    }
    tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute(work);
}

bool is_alone() { return alone; }

}  // namespace ign::tasks
