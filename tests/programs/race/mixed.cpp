// SPDX-License-Identifier: Apache-2.0
//
// An atomic and a plain access to the same memory.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <atomic>
#include <thread>

int value, seen;

void first() { std::atomic_ref(value).store(1); }  // FINDING
void second() { seen = value; }

int main() {
  std::thread other(second);
  first();
  other.join();
}
