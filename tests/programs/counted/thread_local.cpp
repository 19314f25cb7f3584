// SPDX-License-Identifier: Apache-2.0
//
// A thread_local object is built on first use, destroyed at the thread's end, and gone when join returns.
//
// HEDDLE: strategy=dfs verdict=clean executions=8
// MODEL: thread_local.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<int> alive{0};

struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int value = 0;
};

thread_local Counted counted;

void* body(void*) {
  counted.value = 1;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(alive <= 1);
  pthread_join(worker, nullptr);
  assert(alive == 0);
}
