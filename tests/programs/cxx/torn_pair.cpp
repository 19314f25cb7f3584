// SPDX-License-Identifier: Apache-2.0
//
// Two words written one after the other are no 16-byte atomic.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<long> first{0}, second{0};

int main() {
  std::thread writer([] {
    first = 1;
    second = 1;
  });
  long seen = second;
  assert(seen == first);  // FINDING
  writer.join();
}
