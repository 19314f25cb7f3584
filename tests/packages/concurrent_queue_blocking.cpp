// SPDX-License-Identifier: Apache-2.0
//
// moodycamel::BlockingConcurrentQueue (libconcurrentqueue-dev 1.0.3): a semaphore of its own on top of sem_t. Two
// producers; the consumer, which waits and waits with a time-out, gets everything.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <chrono>
#include <memory>
#include <thread>

int main() {
  moodycamel::BlockingConcurrentQueue<std::unique_ptr<int>> queue(8);
  auto produce = [&](int value) { assert(queue.enqueue(std::make_unique<int>(value))); };
  std::thread first(produce, 1);
  std::thread second(produce, 2);
  int sum = 0;
  std::unique_ptr<int> value;
  queue.wait_dequeue(value);
  assert(value);
  sum += *value;
  while (!queue.wait_dequeue_timed(value, std::chrono::milliseconds(1))) {
  }
  assert(value);
  sum += *value;
  first.join();
  second.join();
  assert(sum == 3);
  assert(!queue.try_dequeue(value));
  return 0;
}
