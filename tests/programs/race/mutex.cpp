// SPDX-License-Identifier: Apache-2.0
//
// A lock on both sides orders.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DONE_SIDE races=1
#include <mutex>
#include <thread>

std::mutex mutex;
int value;

void first() {
  std::lock_guard guard(mutex);
  ++value;  // FINDING
}
void second() {
#ifndef ONE_SIDE
  std::lock_guard guard(mutex);
#endif
  ++value;  // FINDING
}

int main() {
  std::thread other(second);
  first();
  other.join();
}
