// SPDX-License-Identifier: Apache-2.0
//
// std::barrier: a thread that may leave before it arrives lets the others wait for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=14447
// MODEL: barrier_broken.model
#include <pthread.h>

#include <atomic>
#include <barrier>

std::barrier<> barrier(2);
std::atomic<bool> work{false};

void* body(void*) {
  if (!work) return nullptr;
  (void)barrier.arrive();
  return nullptr;
}

int main() {
  auto token = barrier.arrive();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  work = true;
  barrier.wait(std::move(token));  // FINDING
  pthread_join(worker, nullptr);
}
