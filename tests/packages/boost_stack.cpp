// SPDX-License-Identifier: Apache-2.0
//
// Boost.Lockfree's stack (libboost1.74-dev) of fixed size: its free list tags pointers against ABA. Two threads push
// and pop; every value comes out exactly once and a push after a pop of one's own never fails. Links are
// plain and read by threads that come too late: data races that it lives with (boostorg/lockfree #22).
//
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pos verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=random verdict=finding kind=data-race options=--max-executions=3000
// HEDDLE: strategy=exact verdict=clean races=ignore
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<2>> stack;
  int sums[2] = {0, 0};
  int counts[2] = {0, 0};
  auto work = [&](int index, int value) {
    for (int round = 0; round < 2; ++round) {
      assert(stack.push(value << round));
      int popped = 0;
      assert(stack.pop(popped));
      sums[index] += popped;
      ++counts[index];
    }
  };
  std::thread first(work, 0, 1);
  std::thread second(work, 1, 16);
  first.join();
  second.join();
  assert(stack.empty());
  assert(counts[0] == 2 && counts[1] == 2);
  assert(sums[0] + sums[1] == 1 + 2 + 16 + 32);
  return 0;
}
