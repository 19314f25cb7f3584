// SPDX-License-Identifier: Apache-2.0
//
// std::barrier: who has arrived waits until the last one has.
//
// HEDDLE: strategy=dfs verdict=clean executions=10641
// MODEL: barrier.model
#include <pthread.h>

#include <barrier>
#include <cassert>

std::barrier<> barrier(2);
int data = 0;

void* body(void*) {
  data = 1;
  (void)barrier.arrive();
  return nullptr;
}

int main() {
  auto token = barrier.arrive();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  barrier.wait(std::move(token));
  assert(data == 1);
  pthread_join(worker, nullptr);
}
