// SPDX-License-Identifier: Apache-2.0
//
// std::binary_semaphore: who gets it with try_acquire() counts, and gives it back.
//
// HEDDLE: strategy=dfs verdict=clean executions=263
// MODEL: binary_semaphore.model
#include <pthread.h>

#include <cassert>
#include <semaphore>

std::binary_semaphore free_place{1};
int counter = 0;

void* body(void*) {
  if (free_place.try_acquire()) {
    ++counter;
    free_place.release();
  }
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 1 || counter == 2);
}
