// SPDX-License-Identifier: Apache-2.0
//
// atomic_queue (libatomic-queue-dev, 2022-05-18) with one producer and one consumer, and its bounded variant with a
// size known at run time: first in, first out; try_push fails only when full.
//
// FLAGS: -Wno-missing-template-arg-list-after-template-kw
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
// HEDDLE: strategy=exact verdict=clean
#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

int main() {
  atomic_queue::AtomicQueueB<int, std::allocator<int>, 0, false, false, true> queue(2);
  atomic_queue::AtomicQueue2<int, 2, false, false, false, true> objects;
  int accepted = 0;
  std::thread producer([&] {
    for (int value = 1; value <= 3; ++value) {
      queue.push(value);
      if (objects.try_push(accepted + 1)) ++accepted;
    }
  });
  for (int expected = 1; expected <= 3; ++expected) assert(queue.pop() == expected);
  int popped = 0;
  int value = 0;
  if (objects.try_pop(value)) assert(value == ++popped);
  producer.join();
  while (objects.try_pop(value)) assert(value == ++popped);
  assert(accepted == popped && accepted >= 2);
  return 0;
}
