// SPDX-License-Identifier: Apache-2.0
//
// std::atomic_flag: wait() returns when the flag is set.
//
// HEDDLE: strategy=dfs verdict=clean executions=406
// MODEL: atomic_flag.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic_flag flag;
int data = 0;

void* body(void*) {
  data = 1;
  flag.test_and_set();
  flag.notify_one();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  flag.wait(false);
  assert(data == 1);
  pthread_join(worker, nullptr);
}
