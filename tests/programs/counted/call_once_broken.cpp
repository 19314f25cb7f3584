// SPDX-License-Identifier: Apache-2.0
//
// std::call_once: a flag for each caller is no flag, both initialise.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=24310
// MODEL: call_once_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <mutex>

std::atomic<int> initialised{0};

void initialise() { ++initialised; }

void* body(void*) {
  std::once_flag flag;
  std::call_once(flag, initialise);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(initialised == 1);  // FINDING
}
