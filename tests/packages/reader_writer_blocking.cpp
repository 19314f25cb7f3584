// SPDX-License-Identifier: Apache-2.0
//
// The blocking forms of libreaderwriterqueue-dev 1.0.6: BlockingReaderWriterQueue and BlockingReaderWriterCircularBuffer,
// which wait with a semaphore of their own on top of sem_t.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
#include <readerwriterqueue/readerwritercircularbuffer.h>
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingReaderWriterQueue<int> queue(2);
  moodycamel::BlockingReaderWriterCircularBuffer<int> ring(1);
  std::thread producer([&] {
    for (int value = 1; value <= 3; ++value) {
      assert(queue.enqueue(value));
      ring.wait_enqueue(10 * value);
    }
  });
  std::thread consumer([&] {
    for (int expected = 1; expected <= 3; ++expected) {
      int value = 0;
      ring.wait_dequeue(value);
      assert(value == 10 * expected);
      queue.wait_dequeue(value);
      assert(value == expected);
    }
  });
  producer.join();
  consumer.join();
  int value = 0;
  assert(!queue.try_dequeue(value) && !ring.try_dequeue(value));
  return 0;
}
