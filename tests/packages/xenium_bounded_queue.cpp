// SPDX-License-Identifier: Apache-2.0
//
// xenium (libxenium-dev 0.0.2): Vyukov's bounded queue, two producers and a consumer. A strong try_pop after one's own
// push finds something unless another thread took it.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
// HEDDLE: strategy=exact verdict=clean
#include <cassert>
#include <thread>
#include <xenium/vyukov_bounded_queue.hpp>

int main() {
  xenium::vyukov_bounded_queue<int> queue(4);
  int taken[2] = {0, 0};
  auto work = [&](int index) {
    assert(queue.try_push(index + 1));
    assert(queue.try_push(10 * (index + 1)));
    int value = 0;
    assert(queue.try_pop(value));
    taken[index] = value;
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  int sum = taken[0] + taken[1];
  int value = 0;
  while (queue.try_pop(value)) sum += value;
  assert(sum == 33);
  return 0;
}
