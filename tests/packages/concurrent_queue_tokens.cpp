// SPDX-License-Identifier: Apache-2.0
//
// moodycamel::ConcurrentQueue (libconcurrentqueue-dev 1.0.3) with producer and consumer tokens, in bulk: what a
// consumer gets is in order, and every element is destroyed.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
// HEDDLE: strategy=exact verdict=clean
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(7);
  int taken = 0;
  {
    moodycamel::ConcurrentQueue<int> numbers(8);
    moodycamel::ConcurrentQueue<std::shared_ptr<int>> owners(8);
    std::thread producer([&] {
      moodycamel::ProducerToken token(numbers);
      const int values[] = {1, 2, 3};
      assert(numbers.enqueue_bulk(token, values, 3));
      assert(owners.enqueue(shared));
    });
    moodycamel::ConsumerToken token(numbers);
    for (int attempt = 0; attempt < 2; ++attempt) {
      int values[2] = {};
      std::size_t count = numbers.try_dequeue_bulk(token, values, 2);
      for (std::size_t index = 0; index < count; ++index) assert(values[index] == ++taken);
    }
    producer.join();
    int value = 0;
    while (numbers.try_dequeue(value)) assert(value == ++taken);
  }
  assert(taken == 3);
  assert(shared.use_count() == 1);
  return 0;
}
