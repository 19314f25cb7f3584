// SPDX-License-Identifier: Apache-2.0
//
// std::counting_semaphore: what is written before release() is there after acquire().
//
// HEDDLE: strategy=dfs verdict=clean executions=57
// MODEL: counting_semaphore.model
#include <pthread.h>

#include <cassert>
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
  filled.acquire();
  assert(data == 1);
  pthread_join(worker, nullptr);
}
