// SPDX-License-Identifier: Apache-2.0
//
// Two guards one after the other are no scoped_lock of both.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <mutex>
#include <thread>

std::mutex first, second;

int main() {
  std::thread other([] {
    std::lock_guard one(second);
    std::lock_guard two(first);  // FINDING
  });
  {
    std::lock_guard one(first);
    std::lock_guard two(second);  // FINDING
  }
  other.join();
}
