// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm
// The rounding mode, in C++.
#include <atomic>
#include <cassert>
#include <cfenv>
#include <thread>

static std::atomic<int> a, b, c, d;

static void watches() {
  if (a) std::fesetround(FE_DOWNWARD);
  b = 1;
  if (c) {
    d = 2;
    assert(std::fegetround() == FE_TONEAREST);  // FINDING
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
