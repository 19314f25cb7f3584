// SPDX-License-Identifier: Apache-2.0
//
// A lock that timed out is no lock.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::recursive_timed_mutex mutex;
int inside = 0;

void work() {
  bool locked = mutex.try_lock_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  assert(++inside == 1);  // FINDING
  --inside;
  if (locked) mutex.unlock();
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
