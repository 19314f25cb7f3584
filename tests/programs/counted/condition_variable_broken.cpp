// SPDX-License-Identifier: Apache-2.0
//
// std::condition_variable: a wait without a predicate misses a notification that came before.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=6
// MODEL: condition_variable_broken.model
#include <pthread.h>

#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable changed;

void* body(void*) {
  changed.notify_one();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock);  // FINDING
  }
  pthread_join(worker, nullptr);
}
