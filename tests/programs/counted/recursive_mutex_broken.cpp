// SPDX-License-Identifier: Apache-2.0
//
// std::recursive_mutex: locked twice, unlocked once; the other thread waits for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=7
// MODEL: recursive_mutex_broken.model
#include <pthread.h>

#include <mutex>

std::recursive_mutex mutex;
int counter = 0;

void* body(void*) {
  mutex.lock();  // FINDING
  mutex.lock();
  ++counter;
  mutex.unlock();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);  // FINDING
}
