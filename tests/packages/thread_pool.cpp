// SPDX-License-Identifier: Apache-2.0
//
// thread_pool::ThreadPool (libthread-pool-dev 4.0.0): work stealing with try_lock, condition variables, packaged_task
// and future. Every future delivers its value or exception, every task runs once, the destructor joins.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
#include <cassert>
#include <stdexcept>
#include <thread_pool/thread_pool.hpp>

int main() {
  std::atomic<int> ran{0};
  {
    thread_pool::ThreadPool pool(2);
    auto square = pool.Submit([&ran](int value) { return ++ran, value * value; }, 7);
    auto broken = pool.Submit([&ran]() -> int { throw(++ran, std::runtime_error("broken")); });
    auto dropped = pool.Submit([&ran] { ++ran; });
    assert(square.get() == 49);
    bool thrown = false;
    try {
      broken.get();
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    assert(thrown);
  }
  assert(ran == 3);
  return 0;
}
