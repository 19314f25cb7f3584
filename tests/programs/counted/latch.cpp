// SPDX-License-Identifier: Apache-2.0
//
// std::latch: nobody passes before it is down.
//
// HEDDLE: strategy=dfs verdict=clean executions=266
// MODEL: latch.model
#include <pthread.h>

#include <cassert>
#include <latch>

std::latch latch{1};
int data = 0;

void* body(void*) {
  data = 1;
  latch.count_down();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  latch.wait();
  assert(data == 1);
  pthread_join(worker, nullptr);
}
