// SPDX-License-Identifier: Apache-2.0
//
// std::atomic_flag: test() and then test_and_set() is not one step, both go in.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=27
// MODEL: atomic_flag_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic_flag taken;
std::atomic<int> inside{0};

void* body(void*) {
  if (!taken.test()) {
    taken.test_and_set();
    ++inside;
  }
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(inside == 1);  // FINDING
}
