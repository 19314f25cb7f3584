// SPDX-License-Identifier: Apache-2.0
//
// std::timed_mutex: nobody asks whether the lock was taken in time.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=281 races=some
// MODEL: timed_mutex_broken.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>

std::timed_mutex mutex;
int counter = 0;

void* body(void*) {
  std::unique_lock lock(mutex, std::chrono::milliseconds(1));
  ++counter;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);  // FINDING
}
