// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// Which exception is being handled where the thread stands.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> a, b, c, d;

static void watches() {
  try {
    if (a) throw 2;
    throw 1;
  } catch (...) {
    b = 1;
    if (c) {
      d = 2;
      try {
        throw;
      } catch (int value) {
        assert(value != 2);  // FINDING
      }
    }
  }
}

int main() {
  std::thread watcher(watches);
  std::thread opener([] {
    a = 1;
    a = 0;
  });
  std::thread other([] {
    c = 1;
    c = 0;
  });
  watcher.join();
  opener.join();
  other.join();
}
