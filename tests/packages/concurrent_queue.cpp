// SPDX-License-Identifier: Apache-2.0
//
// moodycamel::ConcurrentQueue (libconcurrentqueue-dev 1.0.3) with blocks of two: implicit producers in two threads,
// both consume. Nothing lost, nothing twice, each producer's values in order for each consumer. Who
// empties a block last takes it back without acquiring what the others read from it: a data race (cameron314/concurrentqueue
// #325), mended after 1.0.3.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pos verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=random verdict=finding kind=data-race options=--max-executions=3000
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

struct SmallBlocks : moodycamel::ConcurrentQueueDefaultTraits {
  static const size_t BLOCK_SIZE = 2;
  static const size_t INITIAL_IMPLICIT_PRODUCER_HASH_SIZE = 2;
};

int main() {
  moodycamel::ConcurrentQueue<int, SmallBlocks> queue(4);
  int taken[2] = {0, 0};
  auto work = [&](int producer) {
    int last[2] = {-1, -1};
    for (int round = 0; round < 3; ++round) {
      assert(queue.enqueue(4 * producer + round));
      int value = 0;
      if (round == 0 || !queue.try_dequeue(value)) continue;
      ++taken[producer];
      assert(value % 4 > last[value / 4]);
      last[value / 4] = value % 4;
    }
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  int left = 0;
  int value = 0;
  while (queue.try_dequeue(value)) ++left;
  assert(left + taken[0] + taken[1] == 6);
  return 0;
}
