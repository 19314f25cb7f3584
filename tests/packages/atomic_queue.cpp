// SPDX-License-Identifier: Apache-2.0
//
// atomic_queue (libatomic-queue-dev, 2022-05-18): AtomicQueue of pointers and AtomicQueue2 of objects, two producers
// and a consumer. Its published bug (max0x7ba/atomic_queue, pop without acquire, fixed 2023) needs weak memory to do
// harm; that nothing orders what a producer wrote before its use is a data race already here.
//
// FLAGS: -Wno-missing-template-arg-list-after-template-kw
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pos verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=random verdict=finding kind=data-race options=--max-executions=3000
// HEDDLE: strategy=exact verdict=clean races=ignore
#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

struct Message {
  int number = 0;
};

int main() {
  atomic_queue::AtomicQueue<Message*, 2> pointers;
  atomic_queue::AtomicQueue2<int, 2> numbers;
  Message messages[2];
  auto produce = [&](int index) {
    messages[index].number = index + 1;
    pointers.push(&messages[index]);
    numbers.push(10 + index);
  };
  std::thread first(produce, 0);
  std::thread second(produce, 1);
  int sum = 0;
  for (int count = 0; count < 2; ++count) sum += pointers.pop()->number;
  int seen = 0;
  for (int count = 0; count < 2; ++count) seen |= 1 << (numbers.pop() - 10);
  first.join();
  second.join();
  assert(sum == 3 && seen == 3);
  assert(pointers.was_empty() && numbers.was_empty());
  return 0;
}
