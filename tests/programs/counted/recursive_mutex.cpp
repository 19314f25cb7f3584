// SPDX-License-Identifier: Apache-2.0
//
// std::recursive_mutex: a function that locks calls another that locks.
//
// HEDDLE: strategy=dfs verdict=clean executions=8
// MODEL: recursive_mutex.model
#include <pthread.h>

#include <cassert>
#include <mutex>

std::recursive_mutex mutex;
int counter = 0;

void count() {
  std::lock_guard guard(mutex);
  ++counter;
}

void* body(void*) {
  std::lock_guard guard(mutex);
  count();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);
}
