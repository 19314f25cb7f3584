// SPDX-License-Identifier: Apache-2.0
//
// An atomic of a deleted object is written.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free message="write of 4 bytes in a block of 4 bytes"
#include <atomic>
#include <thread>

std::atomic<int>* counter = new std::atomic<int>(0);

int main() {
  std::thread thread([] { counter->fetch_add(1); });  // FINDING
  delete counter;
  thread.join();
}
