// SPDX-License-Identifier: Apache-2.0
//
// At exit: first main's thread_local objects, then functions of atexit and static destructors, the latest first, while a
// detached thread may still run. Nobody waits for it.
//
// HEDDLE: strategy=dfs verdict=clean
#include <cassert>
#include <cstdlib>
#include <thread>

int order = 0;

struct Step {
  explicit Step(int number) : expected(number) {}
  ~Step() { assert(order++ == expected); }
  int expected;
};

Step first_static(3);
thread_local Step of_main(0);

int main() {
  static Step local(2);
  std::atexit([] { assert(order++ == 1); });
  std::thread idle([] {});
  idle.detach();
  return of_main.expected;
}
