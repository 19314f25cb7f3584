// SPDX-License-Identifier: Apache-2.0
//
// std::binary_semaphore: nobody asks whether try_acquire() has got it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=676 races=some
// MODEL: binary_semaphore_broken.model
#include <pthread.h>

#include <cassert>
#include <semaphore>

std::binary_semaphore free_place{1};
int counter = 0;

void* body(void*) {
  bool taken = free_place.try_acquire();
  ++counter;
  if (taken) free_place.release();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);  // FINDING
}
