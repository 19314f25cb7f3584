// SPDX-License-Identifier: Apache-2.0
//
// std::mutex: two threads count under the lock, none is lost.
//
// HEDDLE: strategy=dfs verdict=clean executions=6
// MODEL: mutex.model
#include <pthread.h>

#include <cassert>
#include <mutex>

std::mutex mutex;
int counter = 0;

void* body(void*) {
  std::lock_guard guard(mutex);
  ++counter;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);
}
