// SPDX-License-Identifier: Apache-2.0
//
// std::stop_callback: that the stop is requested does not mean that the callbacks have run.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=691
// MODEL: stop_callback_broken.model
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
  std::stop_token token = source.get_token();
  auto* callback = new std::stop_callback(token, [] { ++called; });
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  if (token.stop_requested()) assert(called == 1);  // FINDING
  pthread_join(worker, nullptr);
  delete callback;
}
