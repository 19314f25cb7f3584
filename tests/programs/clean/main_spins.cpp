// SPDX-License-Identifier: Apache-2.0
//
// main waits for a std::thread in a loop. Libstdc++ empties what it was given to start the thread, and the identity of a
// thread that was joined: only if that is seen, main's pasts are known for the same.
//
// HEDDLE: strategy=exact verdict=clean executions=1
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> said{0};

int main() {
  std::thread other([] { said = 1; });
  while (said == 0) {
  }
  other.join();
  assert(!other.joinable());
}
