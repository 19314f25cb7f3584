// SPDX-License-Identifier: Apache-2.0
//
// std::counting_semaphore: try_acquire_for() says whether it came in time.
//
// HEDDLE: strategy=dfs verdict=clean executions=749
// MODEL: semaphore_timed.model
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
  if (filled.try_acquire_for(std::chrono::milliseconds(1))) assert(data == 1);
  pthread_join(worker, nullptr);
}
