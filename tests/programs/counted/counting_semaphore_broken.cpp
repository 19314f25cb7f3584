// SPDX-License-Identifier: Apache-2.0
//
// std::counting_semaphore: what is written after release() need not be there after acquire().
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=138 races=some
// MODEL: counting_semaphore_broken.model
#include <pthread.h>

#include <cassert>
#include <semaphore>

std::counting_semaphore<4> filled{0};
int data = 0;

void* body(void*) {
  filled.release();
  data = 1;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  filled.acquire();
  assert(data == 1);  // FINDING
  pthread_join(worker, nullptr);
}
