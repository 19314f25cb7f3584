// SPDX-License-Identifier: Apache-2.0
//
// std::atomic_ref makes the accesses of a plain object atomic.
//
// HEDDLE: strategy=dfs verdict=clean executions=3
// MODEL: atomic_ref.model
#include <pthread.h>

#include <atomic>
#include <cassert>

int counter = 0;

void* body(void*) {
  std::atomic_ref<int>(counter).fetch_add(1);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);
}
