// SPDX-License-Identifier: Apache-2.0
//
// std::latch: it expects one more than there are.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=35
// MODEL: latch_broken.model
#include <pthread.h>

#include <cassert>
#include <latch>

std::latch latch{2};
int data = 0;

void* body(void*) {
  data = 1;
  latch.count_down();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  latch.wait();  // FINDING
  assert(data == 1);
  pthread_join(worker, nullptr);
}
