// SPDX-License-Identifier: Apache-2.0
//
// std::mutex: try_lock, and its answer is not asked for.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=75 races=some
// MODEL: mutex_broken.model
#include <pthread.h>

#include <cassert>
#include <mutex>

std::mutex mutex;
int counter = 0;

void* body(void*) {
  std::unique_lock lock(mutex, std::try_to_lock);
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
