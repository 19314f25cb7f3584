// SPDX-License-Identifier: Apache-2.0
//
// std::stop_callback: it runs once, in the thread that requests the stop, before request_stop() returns.
//
// HEDDLE: strategy=dfs verdict=clean executions=21
// MODEL: stop_callback.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <stop_token>

std::stop_source source;
std::atomic<int> called{0};

void* body(void*) {
  source.request_stop();
  return nullptr;
}

int main() {
  auto* callback = new std::stop_callback(source.get_token(), [] { ++called; });
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(called <= 1);
  pthread_join(worker, nullptr);
  assert(called == 1);
  delete callback;
}
