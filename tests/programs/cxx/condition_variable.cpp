// SPDX-License-Identifier: Apache-2.0
//
// condition_variable and condition_variable_any: wait with predicate, wait_for, wait_until, notify_one, notify_all.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

class Queue {
 public:
  void push(int value) {
    {
      std::lock_guard guard(mutex_);
      values_.push_back(value);
    }
    arrived_.notify_one();
  }

  int pop() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !values_.empty(); });
    int value = values_.front();
    values_.pop_front();
    return value;
  }

  bool is_empty_after(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return !arrived_.wait_for(lock, time, [this] { return !values_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<int> values_;
};

std::mutex gate_mutex;
std::condition_variable_any gate;
bool is_open = false;

int main() {
  Queue queue;
  std::thread producer([&queue] {
    std::unique_lock lock(gate_mutex);
    gate.wait(lock, [] { return is_open; });
    queue.push(1);
    queue.push(2);
  });
  {
    std::lock_guard guard(gate_mutex);
    is_open = true;
  }
  gate.notify_all();
  assert(queue.pop() == 1);
  assert(queue.pop() == 2);
  assert(queue.is_empty_after(5ms));
  producer.join();
}
