// SPDX-License-Identifier: Apache-2.0
//
// std::shared_future: two threads ask for the same result.
//
// HEDDLE: strategy=dfs verdict=clean executions=6435
// MODEL: shared_future.model
#include <pthread.h>

#include <cassert>
#include <future>

std::shared_future<int> result;

void* body(void*) {
  assert(result.get() == 7);
  return nullptr;
}

int main() {
  std::promise<int> promise;
  result = promise.get_future().share();
  promise.set_value(7);
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
}
