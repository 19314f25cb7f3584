// SPDX-License-Identifier: Apache-2.0
//
// Correct and broken code under REQUIRE and CHECK, sections, and names that mean something to Catch2.
#include <array>
#include <catch2/catch.hpp>
#include <mutex>
#include <thread>

namespace {

class Queue {
 public:
  void push(int value) { values_[size_++ % values_.size()] = value; }
  void push_locked(int value) {
    std::scoped_lock guard(mutex_);
    push(value);
  }
  std::size_t size() const { return size_; }

 private:
  std::array<int, 4> values_{};
  std::size_t size_ = 0;
  std::mutex mutex_;
};

}  // namespace

TEST_CASE("a queue keeps its values", "[queue]") {
  Queue queue;
  std::thread one([&queue] { queue.push_locked(1); });
  std::thread two([&queue] { queue.push_locked(2); });
  one.join();
  two.join();
  REQUIRE(queue.size() == 2);
}

TEST_CASE("a queue, without its lock, loses [a value]", "[queue]") {
  Queue queue;
  std::thread one([&queue] { queue.push(1); });
  std::thread two([&queue] { queue.push(2); });
  one.join();
  two.join();
  CHECK(queue.size() == 2);
}

TEST_CASE("sections start again", "[queue]") {
  Queue queue;
  std::thread first([&queue] { queue.push_locked(1); });
  first.join();
  SECTION("one more") {
    std::thread second([&queue] { queue.push_locked(2); });
    second.join();
    CHECK(queue.size() == 2);
  }
  SECTION("no more") { CHECK(queue.size() == 1); }
  CHECK_THROWS_AS(throw std::runtime_error("no"), std::runtime_error);
}
