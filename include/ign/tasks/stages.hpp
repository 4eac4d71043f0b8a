#pragma once

#include <tbb/parallel_pipeline.h>

#include <cstddef>
#include <utility>

#include "ign/tasks/arena.hpp"
#include "ign/tasks/task_order.hpp"

namespace ign::tasks {

/// A stage of run_stages: work(Work&), for one item after the other in their order, or for several
/// items at a time.
template <class Function>
struct Stage {
    tbb::filter_mode mode;
    Function work;
    char turns = 0;  // its address stands for the order of the items in it
};

template <class Function>
Stage<Function> in_order(Function work) {
    return {tbb::filter_mode::serial_in_order, std::move(work)};
}

template <class Function>
Stage<Function> side_by_side(Function work) {
    return {tbb::filter_mode::parallel, std::move(work)};
}

namespace detail {

// One stage's work on one item: after what the stages before did with it and, in a stage in order,
// after what it did with the item before. An exception ends it as well.
class Turn {
  public:
    Turn(TaskOrder& all, void* stage, void* item) : task_(all), stage_(stage), item_(item) {
        if (stage_) acquire_from(stage_);
        if (item_) acquire_from(item_);
    }
    ~Turn() {
        if (stage_) release_to(stage_);
        if (item_) release_to(item_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    void got(void* item) { item_ = item; }

  private:
    TaskOrder::Task task_;
    void* stage_;
    void* item_;
};

template <class Work, class Function>
tbb::filter<Work*, Work*> make_filter(Stage<Function>& stage, TaskOrder& order) {
    return tbb::make_filter<Work*, Work*>(stage.mode, [&stage, &order](Work* work) IGN_TASK_ENTRY {
        bool is_in_order = stage.mode != tbb::filter_mode::parallel;
        Turn turn(order, is_in_order ? &stage.turns : nullptr, work);
        stage.work(*work);
        return work;
    });
}

}  // namespace detail

/// A pipeline: source() gives a Work*, or nullptr at the end, and each goes through the stages, in
/// the order of the source where a stage asks for it; at most `most` of them are on their way at a
/// time. Runs on the threads there are, returns when all is done, throws what source or a stage
/// throws.
template <class Work, class Source, class... Functions>
void run_stages(std::size_t most, Source source, Stage<Functions>... stages) {
    if (is_alone()) {
        while (Work* work = source()) (stages.work(*work), ...);
        return;
    }
    TaskOrder order;
    char turns_of_source = 0;
    auto begin = tbb::make_filter<void, Work*>(
        tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) IGN_TASK_ENTRY -> Work* {
            detail::Turn turn(order, &turns_of_source, nullptr);
            Work* work = source();
            turn.got(work);
            if (!work) flow.stop();
            return work;
        });
    auto end = tbb::make_filter<Work*, void>(tbb::filter_mode::parallel, [](Work*) {});
    TaskOrder::Owner owner(order);
    tbb::parallel_pipeline(most, (begin & ... & detail::make_filter<Work>(stages, order)) & end);
}

}  // namespace ign::tasks
