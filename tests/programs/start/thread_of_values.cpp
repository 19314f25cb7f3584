// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// Function and value in the block of a std::thread that a std::thread creates.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> x, window, begun;

static void good(int value) {
  begun = 1;
  if (window) begun = 2 + value;
}

static void bad(int value) {
  begun = 1;
  if (window) {
    begun = 2 + value;
    assert(value != 1);  // FINDING
  }
}

int main() {
  std::thread writer([] {
    x = 1;
    x = 0;
  });
  std::thread opener([] {
    window = 1;
    window = 0;
  });
  std::thread outer([] {
    const int seen = x;
    std::thread inner(seen == 1 ? bad : good, seen);
    inner.join();
  });
  outer.join();
  writer.join();
  opener.join();
}
