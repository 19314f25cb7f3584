// SPDX-License-Identifier: Apache-2.0
//
// A function-local static: one of two threads initialises, the other waits for it.
//
// HEDDLE: strategy=dfs verdict=clean executions=85
// MODEL: static_guard.model
#include <pthread.h>

#include <cassert>

int source = 5;

int initial() { return source; }

int value() {
  static int instance = initial();
  return instance;
}

void* body(void*) {
  assert(value() == 5);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
}
