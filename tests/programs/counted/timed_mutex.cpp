// SPDX-License-Identifier: Apache-2.0
//
// std::timed_mutex: who gets the lock in time counts.
//
// HEDDLE: strategy=dfs verdict=clean executions=74
// MODEL: timed_mutex.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>

std::timed_mutex mutex;
int counter = 0;

void* body(void*) {
  std::unique_lock lock(mutex, std::chrono::milliseconds(1));
  if (lock) ++counter;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 1 || counter == 2);
}
