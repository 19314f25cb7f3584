// SPDX-License-Identifier: Apache-2.0
//
// A latch lets nobody through before it is down; one thread counts, one waits. The model spells out what libstdc++ does:
// the waiter announces itself, notes the count, asks, sleeps while the count is the noted one; who counts down to zero
// wakes if somebody is announced.
//
// HEDDLE: strategy=dfs verdict=clean executions=326
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
