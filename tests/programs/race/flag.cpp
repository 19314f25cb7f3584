// SPDX-License-Identifier: Apache-2.0
//
// A message handed over by a flag: ordered by release and acquire, not by relaxed operations, but by fences.
//
// HEDDLE: strategy=dfs verdict=clean flags=-DSTORE=release,-DLOAD=acquire
// HEDDLE: strategy=dfs verdict=clean flags=-DSTORE=seq_cst,-DLOAD=seq_cst
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DSTORE=relaxed,-DLOAD=acquire races=1
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DSTORE=release,-DLOAD=relaxed races=1
// HEDDLE: strategy=dfs verdict=clean flags=-DSTORE=relaxed,-DLOAD=relaxed,-DFENCES
// HEDDLE: strategy=exact verdict=finding kind=data-race flags=-DSTORE=relaxed,-DLOAD=relaxed races=1
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message, seen;

void first() {
  message = 1;  // FINDING
#ifdef FENCES
  std::atomic_thread_fence(std::memory_order_release);
#endif
  ready.store(true, std::memory_order::STORE);
}
void second() {
  if (!ready.load(std::memory_order::LOAD)) return;
#ifdef FENCES
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
  seen = message;
}

int main() {
  std::thread other(second);
  first();
  other.join();
}
