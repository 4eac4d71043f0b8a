#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>

#include "ign/tasks/arena.hpp"
#include "ign/tasks/task_order.hpp"

namespace ign::tasks {

/// body(begin, end) over ranges of about `grain` that make up 0 to count, on the threads there are;
/// over all at once where that is one range or one thread.
/// Isolated: a thread that waits here for the others begins nothing of what its caller is part of.
/// Throws what body throws.
template <class Body>
void for_each_range(std::size_t count, std::size_t grain, const Body& body) {
    if (count <= grain || is_alone()) {
        if (count != 0) body(std::size_t{0}, count);
        return;
    }
    TaskOrder order;
    TaskOrder::Owner owner(order);
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                          [&](const auto& range) IGN_TASK_ENTRY {
                              TaskOrder::Task task(order);
                              body(range.begin(), range.end());
                          });
    });
}

/// body(i) for each i below count: as for_each_range.
template <class Body>
void for_each_index(std::size_t count, const Body& body) {
    for_each_range(count, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

}  // namespace ign::tasks
