// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// An object of the thread, made when it is first used.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> a, b, c, d;

struct Own {
  int value = 1;
};
static Own& own() {
  thread_local Own object;
  return object;
}

static void watches() {
  if (a) own().value = 2;
  b = 1;
  if (c) {
    d = 2;
    assert(own().value != 2);  // FINDING
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
