// SPDX-License-Identifier: Apache-2.0
//
// std::shared_future: what it gives to several threads is shared, not protected.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=92378
// MODEL: shared_future_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <future>

std::shared_future<std::atomic<int>*> result;

void* body(void*) {
  std::atomic<int>* counter = result.get();
  counter->store(counter->load() + 1);
  return nullptr;
}

int main() {
  std::atomic<int> counter{0};
  std::promise<std::atomic<int>*> promise;
  result = promise.get_future().share();
  promise.set_value(&counter);
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
  assert(counter == 2);  // FINDING
}
