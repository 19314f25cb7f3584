// SPDX-License-Identifier: Apache-2.0
//
// Boost.Lockfree's queue (libboost1.74-dev), nodes recycled: two producers of two values each, one of which also
// consumes. Nothing lost, nothing twice, each producer's values in order. The ABA of 1.71 to 1.73 (boostorg/lockfree
// #59) is fixed in this version. A node's link is atomic in the queue and plain in the free list, and is read by threads
// that come too late: data races that it lives with (boostorg/lockfree #78).
//
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pos verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=random verdict=finding kind=data-race options=--max-executions=3000
// HEDDLE: strategy=exact verdict=clean races=ignore
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  boost::lockfree::queue<int> queue(1);
  std::vector<int> taken;
  std::thread first([&] {
    assert(queue.push(1));
    assert(queue.push(2));
  });
  std::thread second([&] {
    for (int value : {11, 12}) {
      assert(queue.push(value));
      int popped = 0;
      if (queue.pop(popped)) taken.push_back(popped);
    }
  });
  first.join();
  second.join();
  int popped = 0;
  while (queue.pop(popped)) taken.push_back(popped);
  assert(queue.empty());
  assert(taken.size() == 4);
  int last_of[2] = {0, 10};
  for (int value : taken) {
    int& last = last_of[value / 10];
    assert(value == last + 1);
    last = value;
  }
  return 0;
}
