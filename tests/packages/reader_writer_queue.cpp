// SPDX-License-Identifier: Apache-2.0
//
// moodycamel::ReaderWriterQueue (libreaderwriterqueue-dev 1.0.6): one producer beyond the size of a block, one
// consumer, main asks for the size meanwhile. The published bug of this version (cameron314/readerwriterqueue #171: a
// release fence on the wrong side of a store) needs weak memory to do harm; it is a data race already here.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pos verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=finding kind=data-race
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int, 2> queue(1);
  int popped = 0;
  std::thread producer([&] {
    for (int value = 1; value <= 4; ++value) assert(queue.enqueue(value));
  });
  std::thread consumer([&] {
    for (int attempt = 0; attempt < 4; ++attempt) {
      int value = 0;
      if (!queue.try_dequeue(value)) continue;
      assert(value == popped + 1);
      ++popped;
    }
  });
  assert(queue.size_approx() <= 4);
  producer.join();
  consumer.join();
  int value = 0;
  while (queue.try_dequeue(value)) {
    assert(value == popped + 1);
    ++popped;
  }
  assert(popped == 4);
  return 0;
}
