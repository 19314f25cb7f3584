// SPDX-License-Identifier: Apache-2.0
//
// std::call_once: one of two callers initialises, both see the result.
//
// HEDDLE: strategy=dfs verdict=clean executions=5216
// MODEL: call_once.model
#include <pthread.h>

#include <cassert>
#include <mutex>

std::once_flag flag;
int value = 0;

void initialise() { value = 7; }

void* body(void*) {
  std::call_once(flag, initialise);
  assert(value == 7);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
}
