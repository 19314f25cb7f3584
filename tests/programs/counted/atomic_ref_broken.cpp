// SPDX-License-Identifier: Apache-2.0
//
// std::atomic_ref: an atomic load and an atomic store are no atomic increment.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10
// MODEL: atomic_ref_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

int counter = 0;

void* body(void*) {
  std::atomic_ref<int> shared(counter);
  shared.store(shared.load() + 1);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);  // FINDING
}
