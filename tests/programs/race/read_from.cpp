// SPDX-License-Identifier: Apache-2.0
//
// The plain read races with both writes. The atomic read that follows it does not: it reads from the increment, which
// is a release, and so comes itself after what stands before the increment.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=2
#include <atomic>
#include <thread>

int value, seen;

void first() {
  value = 0;  // FINDING
  std::atomic_ref(value).fetch_add(1);  // FINDING
}

void second() {
  if (value != 1) return;
  seen = std::atomic_ref(value).load(std::memory_order_acquire);
}

int main() {
  std::thread other(second);
  first();
  other.join();
}
