// SPDX-License-Identifier: Apache-2.0
//
// Boost.Lockfree's ring of one producer and one consumer (libboost1.74-dev), full and empty at times.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
// HEDDLE: strategy=exact verdict=clean
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  int pushed = 0;
  int popped = 0;
  std::thread producer([&] {
    for (int attempt = 0; attempt < 5; ++attempt) {
      if (queue.push(pushed + 1)) ++pushed;
    }
  });
  std::thread consumer([&] {
    for (int attempt = 0; attempt < 4; ++attempt) {
      int value = 0;
      if (!queue.pop(value)) continue;
      assert(value == popped + 1);
      ++popped;
    }
  });
  producer.join();
  consumer.join();
  assert(pushed >= 2 && pushed - popped <= 2);
  int value = 0;
  while (queue.pop(value)) {
    assert(value == popped + 1);
    ++popped;
  }
  assert(pushed == popped);
  return 0;
}
