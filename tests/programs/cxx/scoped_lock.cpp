// SPDX-License-Identifier: Apache-2.0
//
// std::scoped_lock, std::lock and std::try_lock over two mutexes in opposite order: they back off instead of waiting with
// one in hand. Both could back off for ever, so that the number of interleavings has no bound.
//
// HEDDLE: strategy=random options=--max-executions=2000 verdict=incomplete executions=2000
// HEDDLE: strategy=pct options=--max-executions=2000 verdict=incomplete executions=2000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <mutex>
#include <thread>

std::mutex first, second;
int value = 0;

int main() {
  std::thread one([] {
    std::scoped_lock both(first, second);
    ++value;
  });
  std::thread two([] {
    std::lock(second, first);
    std::lock_guard adopted_second(second, std::adopt_lock), adopted_first(first, std::adopt_lock);
    ++value;
  });
  if (int failed = std::try_lock(first, second); failed == -1) {
    ++value;
    first.unlock();
    second.unlock();
  } else {
    assert(failed == 0 || failed == 1);
    std::scoped_lock both(second, first);
    ++value;
  }
  one.join();
  two.join();
  assert(value == 3);
}
