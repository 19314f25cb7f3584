// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// Two lambdas of one size: the same block for std::thread, other code in it.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> x, window, begun;

int main() {
  std::thread writer([] {
    x = 1;
    x = 0;
  });
  std::thread opener([] {
    window = 1;
    window = 0;
  });
  const auto good = [] {
    begun = 1;
    if (window) begun = 2;
  };
  const auto bad = [] {
    begun = 1;
    if (window) {
      begun = 2;
      assert(begun != 2);  // FINDING
    }
  };
  std::thread other = x == 0 ? std::thread(good) : std::thread(bad);
  other.join();
  writer.join();
  opener.join();
}
