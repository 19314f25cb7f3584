// SPDX-License-Identifier: Apache-2.0
//
// std::async, deferred: the function has not run before somebody asks for its result.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1095
// MODEL: async_deferred_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <future>

std::shared_future<int> result;
std::atomic<int> calls{0};

void* body(void*) {
  assert(calls == 1);  // FINDING
  return nullptr;
}

int main() {
  result = std::async(std::launch::deferred, [] {
             ++calls;
             return 7;
           }).share();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  int got = result.get();
  assert(got == 7);
  pthread_join(worker, nullptr);
}
