// SPDX-License-Identifier: Apache-2.0
//
// std::recursive_timed_mutex: one thread locks it twice, the other counts if it gets it in time.
//
// HEDDLE: strategy=dfs verdict=clean executions=120
// MODEL: recursive_timed_mutex.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>

std::recursive_timed_mutex mutex;
int counter = 0;

void* body(void*) {
  std::unique_lock lock(mutex, std::chrono::milliseconds(1));
  if (lock) ++counter;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::lock_guard guard(mutex);
    body(nullptr);
  }
  pthread_join(worker, nullptr);
  assert(counter == 1 || counter == 2);
}
