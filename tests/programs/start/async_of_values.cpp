// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// The argument block of std::async holds what was read.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

static std::atomic<int> x, window, begun;

static int twice(int value) {
  begun = 1;
  if (window) {
    begun = 2;
    assert(value != 1);  // FINDING
  }
  return 2 * value;
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
  std::async(std::launch::async, twice, x.load()).get();
  writer.join();
  opener.join();
}
