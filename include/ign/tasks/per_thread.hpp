#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace ign::tasks {

/// An object for each thread that asks for one, made when it first does. To be asked for a piece of
/// work at a time: it takes a lock.
template <class T>
class PerThread {
  public:
    explicit PerThread(std::function<T()> make = [] { return T(); }) : make_(std::move(make)) {}

    /// That of the calling thread; it lives as long as this, or until clear().
    T& local() {
        std::lock_guard lock(mutex_);
        auto& own = all_[std::this_thread::get_id()];
        if (!own) own.reset(new T(make_()));  // T need not be movable
        return *own;
    }

    /// Forgets all objects; none may be in use.
    void clear() {
        std::lock_guard lock(mutex_);
        all_.clear();
    }

  private:
    std::mutex mutex_;
    std::function<T()> make_;
    std::unordered_map<std::thread::id, std::unique_ptr<T>> all_;
};

}  // namespace ign::tasks
