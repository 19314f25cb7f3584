// SPDX-License-Identifier: Apache-2.0
//
// std::promise and std::future: get() returns the value when it is there.
//
// HEDDLE: strategy=dfs verdict=clean executions=15295
// MODEL: promise.model
#include <pthread.h>

#include <cassert>
#include <future>

std::promise<int> promise;

void* body(void*) {
  promise.set_value(7);
  return nullptr;
}

int main() {
  std::future<int> future = promise.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(future.get() == 7);
  pthread_join(worker, nullptr);
}
