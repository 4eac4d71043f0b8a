#pragma once

#include <tbb/task_group.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

#include "ign/tasks/arena.hpp"
#include "ign/tasks/task_order.hpp"

namespace ign::tasks {

/// A source of a pipeline that is called some times in a row by one thread, ahead of those that
/// take what it gives. A source that remembers much, as a decompressor does, would otherwise have
/// it moved from one core's cache to another's for each item: up to half as much time again for
/// zstd.
template <class Work>
class ReadAhead {
  public:
    /// `source` gives a Work*, or nullptr at the end, and is called by one thread at a time.
    explicit ReadAhead(std::function<Work*()> source) : source_(std::move(source)) {}
    ~ReadAhead() { task_.wait(); }
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    /// What the source gives next; throws what it throws. One thread calls at a time. With one
    /// thread the source is called now and not before.
    Work* next() {
        if (is_alone()) return source_();
        if (needs_burst()) begin_burst();
        if (Work* work = take()) return work;
        task_.wait();
        order_.after_tasks();
        Work* work = take();
        if (!work && fault_) std::rethrow_exception(fault_);
        return work;
    }

  private:
    // Bursts begin small, as all threads wait for the first. Longer ones cost what they gain: the
    // items have left the cache when they are taken.
    static constexpr std::size_t longest_burst = 4;
    // With fewer items ready the next burst begins: enough for all to go on with in the meantime.
    static constexpr std::size_t least_ready = 4;

    bool needs_burst() {
        std::lock_guard lock(mutex_);
        return !is_reading_ && !is_over_ && ready_.size() < least_ready;
    }

    void begin_burst() {
        is_reading_ = true;
        order_.before_tasks();
        task_.run([this]() IGN_TASK_ENTRY {
            TaskOrder::Task scope(order_);
            read_burst();
        });
    }

    void read_burst() noexcept {
        bool is_over = false;
        try {
            for (std::size_t i = 0; i < burst_ && !is_over; ++i) {
                Work* work = source_();
                is_over = work == nullptr;
                std::lock_guard lock(mutex_);
                if (work) ready_.push_back(work);
            }
        } catch (...) {
            fault_ = std::current_exception();
            is_over = true;
        }
        std::lock_guard lock(mutex_);
        burst_ = std::min(2 * burst_, longest_burst);
        is_over_ = is_over;
        is_reading_ = false;
    }

    Work* take() {
        std::lock_guard lock(mutex_);
        if (ready_.empty()) return nullptr;
        Work* work = ready_.front();
        ready_.pop_front();
        return work;
    }

    std::function<Work*()> source_;
    std::mutex mutex_;
    std::deque<Work*> ready_;
    bool is_reading_ = false;
    bool is_over_ = false;
    std::size_t burst_ = 1;
    std::exception_ptr fault_;  // behind what is ready
    tbb::task_group task_;
    TaskOrder order_;
};

}  // namespace ign::tasks
