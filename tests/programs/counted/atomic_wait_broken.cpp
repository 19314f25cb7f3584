// SPDX-License-Identifier: Apache-2.0
//
// std::atomic::wait: nobody is notified; who sleeps already sleeps for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=10
// MODEL: atomic_wait_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<int> value{0};

void* body(void*) {
  value.store(1);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  value.wait(0);  // FINDING
  assert(value.load() == 1);
  pthread_join(worker, nullptr);
}
