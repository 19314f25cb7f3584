// SPDX-License-Identifier: Apache-2.0
//
// std::async, deferred: the function runs when somebody asks, in the thread that asks, once.
//
// HEDDLE: strategy=dfs verdict=clean executions=25
// MODEL: async_deferred.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <future>

std::shared_future<int> result;
std::atomic<int> calls{0};

void* body(void*) {
  assert(result.get() == 7);
  return nullptr;
}

int main() {
  result = std::async(std::launch::deferred, [] {
             ++calls;
             return 7;
           }).share();
  assert(calls == 0);
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(calls <= 1);
  pthread_join(worker, nullptr);
  assert(calls == 1);
}
