#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ign/tasks/arena.hpp"
#include "ign/tasks/for_each.hpp"
#include "ign/tasks/per_thread.hpp"
#include "ign/tasks/stages.hpp"
#include "ign/tasks/work_pool.hpp"

using namespace ign::tasks;

namespace {

struct Item {
    int number = 0;
    std::string text;
};

// Numbers 1 to count through stages that write into the items and into what the stages share.
std::string text_of_numbers(int threads, int count) {
    WorkPool<Item> items;
    std::string all;
    int last = 0;
    run_with_threads(threads, [&] {
        run_stages<Item>(
            4,
            [&]() -> Item* {
                if (last == count) return nullptr;
                Item* item = items.take();
                item->number = ++last;
                return item;
            },
            side_by_side([](Item& item) { item.text = std::to_string(item.number); }),
            in_order([&](Item& item) {
                all += item.text + ' ';
                items.give_back(&item);
            }));
    });
    return all;
}

}  // namespace

TEST_CASE("stages keep the order of the source whatever the threads") {
    CHECK(text_of_numbers(4, 0).empty());
    CHECK(text_of_numbers(1, 12) == "1 2 3 4 5 6 7 8 9 10 11 12 ");
    std::string expected;
    for (int i = 1; i <= 2000; ++i) expected += std::to_string(i) + ' ';
    CHECK(text_of_numbers(8, 2000) == expected);
}

TEST_CASE("no more items are on their way than asked for") {
    std::vector<Item> items(100);
    std::size_t next = 0;
    std::atomic<int> on_their_way = 0;
    int most = 0;
    run_with_threads(8, [&] {
        run_stages<Item>(
            3,
            [&]() -> Item* {
                if (next == items.size()) return nullptr;
                most = std::max(most, ++on_their_way);
                return &items[next++];
            },
            side_by_side([](Item& item) { item.number = 1; }),
            in_order([&](Item&) { --on_their_way; }));
    });
    CHECK(most <= 3);
    CHECK(std::accumulate(items.begin(), items.end(), 0,
                          [](int sum, const Item& item) { return sum + item.number; }) == 100);
}

TEST_CASE("what a stage throws comes out of the pipeline") {
    std::vector<Item> items(50);
    std::size_t next = 0;
    auto run = [&] {
        run_with_threads(4, [&] {
            run_stages<Item>(
                4, [&] { return next == items.size() ? nullptr : &items[next++]; },
                side_by_side([&](Item& item) {
                    if (&item == &items[20]) throw std::runtime_error("item 20");
                }),
                in_order([](Item&) {}));
        });
    };
    CHECK_THROWS_WITH(run(), "item 20");
}

TEST_CASE("a loop does each index once and what it did is seen behind it") {
    std::vector<int> done(1000);
    run_with_threads(4, [&] {
        for_each_range(done.size(), 7, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) done[i] += static_cast<int>(i);
        });
        for_each_index(done.size(), [&](std::size_t i) { done[i] += 1; });
    });
    std::vector<int> expected(done.size());
    std::iota(expected.begin(), expected.end(), 1);
    CHECK(done == expected);
}

TEST_CASE("one thread does everything itself, in order") {
    auto caller = std::this_thread::get_id();
    std::vector<std::string> done;
    CHECK_FALSE(is_alone());
    run_with_threads(1, [&] {
        CHECK(is_alone());
        std::vector<Item> items(2);
        std::size_t next = 0;
        run_stages<Item>(
            4, [&] { return next == items.size() ? nullptr : &items[next++]; },
            side_by_side([&](Item&) { done.push_back("a" + std::to_string(next)); }),
            in_order([&](Item&) { done.push_back("b" + std::to_string(next)); }));
        for_each_range(5, 2, [&](std::size_t begin, std::size_t end) {
            CHECK(std::this_thread::get_id() == caller);
            done.push_back(std::to_string(begin) + "-" + std::to_string(end));
        });
        for_each_range(0, 2, [&](std::size_t, std::size_t) { done.emplace_back("none"); });
    });
    CHECK(done == std::vector<std::string>{"a1", "b1", "a2", "b2", "0-5"});
    CHECK_THROWS_WITH(run_with_threads(1, [] { throw std::runtime_error("alone"); }), "alone");
    CHECK_FALSE(is_alone());
    run_with_threads(2, [] { CHECK_FALSE(is_alone()); });
}

TEST_CASE("each thread has its own object") {
    std::atomic<int> made = 0;
    PerThread<int> numbers([&] { return ++made; });
    int& own = numbers.local();
    CHECK(own == 1);
    std::thread other([&] { numbers.local() = 7; });
    other.join();
    CHECK(&numbers.local() == &own);
    CHECK(own == 1);
    CHECK(made == 2);
    numbers.clear();
    CHECK(numbers.local() == 3);
}

TEST_CASE("a pool hands out what was given back, as new") {
    WorkPool<Item> pool;
    Item* item = pool.take();
    item->text = "used";
    CHECK(pool.take() != item);
    pool.give_back(item);
    CHECK(pool.take() == item);
    CHECK(item->text.empty());
}
