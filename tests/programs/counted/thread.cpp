// SPDX-License-Identifier: Apache-2.0
//
// std::thread: a state object with the callable is built on the heap, and freed by the new thread at its end; join waits
// for all that.
//
// HEDDLE: strategy=dfs verdict=clean executions=195
// MODEL: thread.model
#include <cassert>
#include <thread>

int first = 0;
int second = 0;

int main() {
  std::thread one([] { first = 1; });
  std::thread two([] { second = 1; });
  one.join();
  two.join();
  assert(first + second == 2);
}
