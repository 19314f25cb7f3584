// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-std=c++20
// The same with std::jthread, whose block holds a stop token as well.
#include <atomic>
#include <cassert>
#include <stop_token>
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
  std::jthread other([value = x.load()](std::stop_token token) {
    begun = 1;
    if (window) {
      begun = 2;
      assert(value != 1 || token.stop_requested());  // FINDING
    }
  });
  other.join();
  writer.join();
  opener.join();
}
