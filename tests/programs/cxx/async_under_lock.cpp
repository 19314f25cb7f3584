// SPDX-License-Identifier: Apache-2.0
//
// The destructor of a future of std::async waits for the task; the task waits for the lock.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <future>
#include <mutex>

std::mutex mutex;

int main() {
  std::lock_guard guard(mutex);
  auto task = std::async(std::launch::async, [] { std::lock_guard inner(mutex); });  // FINDING
}
