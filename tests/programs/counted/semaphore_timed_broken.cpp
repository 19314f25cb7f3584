// SPDX-License-Identifier: Apache-2.0
//
// std::counting_semaphore: nobody asks whether try_acquire_for() came in time.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=949 races=some
// MODEL: semaphore_timed_broken.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <semaphore>

std::counting_semaphore<4> filled{0};
int data = 0;

void* body(void*) {
  data = 1;
  filled.release();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  (void)filled.try_acquire_for(std::chrono::milliseconds(1));
  assert(data == 1);  // FINDING
  pthread_join(worker, nullptr);
}
