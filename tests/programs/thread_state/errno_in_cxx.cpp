// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// errno, in C++, left by a conversion that is caught.
#include <atomic>
#include <cassert>
#include <cerrno>
#include <stdexcept>
#include <thread>
#include <unistd.h>

static std::atomic<int> a, b, c, d;

static void try_it() {
  close(-1);
}

static void watches() {
  if (a) try_it();
  b = 1;
  if (c) {
    d = 2;
    assert(errno == 0);  // FINDING
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
