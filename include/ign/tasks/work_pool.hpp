#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace ign::tasks {

/// Owns what travels down a pipeline, which itself passes plain pointers: oneTBB 2021.8 does not
/// destroy the items in flight when a stage throws.
template <class Work>
class WorkPool {
  public:
    /// A fresh item; it lives as long as the pool.
    Work* take() {
        std::lock_guard lock(mutex_);
        if (free_.empty()) {
            all_.push_back(std::make_unique<Work>());
            return all_.back().get();
        }
        Work* work = free_.back();
        free_.pop_back();
        return work;
    }

    /// Lets go of all that the item holds, but for what its own reset() keeps.
    void give_back(Work* work) {
        if constexpr (requires { work->reset(); }) {
            work->reset();
        } else {
            *work = {};
        }
        std::lock_guard lock(mutex_);
        free_.push_back(work);
    }

    /// Frees all items; none may be in use.
    void clear() {
        std::lock_guard lock(mutex_);
        free_.clear();
        all_.clear();
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Work>> all_;
    std::vector<Work*> free_;
};

}  // namespace ign::tasks
