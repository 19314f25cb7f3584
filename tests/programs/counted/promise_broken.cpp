// SPDX-License-Identifier: Apache-2.0
//
// std::promise and std::future: what is written after set_value need not be there when get() returns.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=124603 races=some
// MODEL: promise_broken.model
#include <pthread.h>

#include <cassert>
#include <future>

std::promise<int> promise;
int beside = 0;

void* body(void*) {
  promise.set_value(7);
  beside = 1;
  return nullptr;
}

int main() {
  std::future<int> future = promise.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  int got = future.get();
  assert(got == 7 && beside == 1);  // FINDING
  pthread_join(worker, nullptr);
}
