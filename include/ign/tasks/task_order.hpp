#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IGN_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif
#endif

/// Stands in a lambda that oneTBB calls: it reads its captures before any order is told.
#ifdef IGN_THREAD_SANITIZER
#define IGN_TASK_ENTRY __attribute__((no_sanitize("thread")))
#else
#define IGN_TASK_ENTRY
#endif

namespace ign::tasks {

/// What was done before release_to(x) comes before what is done after acquire_from(x). oneTBB keeps
/// such orders to itself (its library is not built for ThreadSanitizer, and cmake/tsan.ignore
/// leaves its templates out): the sanitizer has to be told of them, and of no more than them. In
/// any other build these do nothing.
inline void release_to([[maybe_unused]] void* address) {
#ifdef IGN_THREAD_SANITIZER
    __tsan_release(address);
#endif
}

/// See release_to.
inline void acquire_from([[maybe_unused]] void* address) {
#ifdef IGN_THREAD_SANITIZER
    __tsan_acquire(address);
#endif
}

/// Tasks begin after what their owner did before them and end before what it does after waiting;
/// nothing is said of the order among them.
class TaskOrder {
  public:
    void before_tasks() { release_to(&begin_); }
    void after_tasks() { acquire_from(&end_); }

    /// The owner's scope round a call that returns, or throws, when all tasks have ended.
    class Owner {
      public:
        explicit Owner(TaskOrder& order) : order_(order) { order_.before_tasks(); }
        ~Owner() { order_.after_tasks(); }
        Owner(const Owner&) = delete;
        Owner& operator=(const Owner&) = delete;

      private:
        TaskOrder& order_;
    };

    /// The scope of what one task does.
    class Task {
      public:
        explicit Task(TaskOrder& order) : order_(order) { acquire_from(&order_.begin_); }
        ~Task() { release_to(&order_.end_); }
        Task(const Task&) = delete;
        Task& operator=(const Task&) = delete;

      private:
        TaskOrder& order_;
    };

  private:
    // Only their addresses count.
    char begin_ = 0;
    char end_ = 0;
};

}  // namespace ign::tasks
