// SPDX-License-Identifier: Apache-2.0
//
// A function-local flag of one's own instead of the guard: both threads initialise.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=444
// MODEL: static_guard_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<int> initialisations{0};

int value() {
  static std::atomic<bool> done{false};
  static std::atomic<int> instance{0};
  if (!done) {
    ++initialisations;
    instance = 5;
    done = true;
  }
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
  assert(initialisations == 1);  // FINDING
}
