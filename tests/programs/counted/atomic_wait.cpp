// SPDX-License-Identifier: Apache-2.0
//
// std::atomic::wait returns when the value is another one and never before.
//
// HEDDLE: strategy=dfs verdict=clean executions=74
// MODEL: atomic_wait.model
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<int> value{0};

void* body(void*) {
  value.store(1);
  value.notify_one();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  value.wait(0);
  assert(value.load() == 1);
  pthread_join(worker, nullptr);
}
