// SPDX-License-Identifier: Apache-2.0
//
// std::condition_variable_any: a wait that is not given the stop_token does not notice the request.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=65594
// MODEL: condition_variable_any_stop_broken.model
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <stop_token>

std::mutex mutex;
std::condition_variable_any changed;
std::stop_source source;

void* body(void*) {
  source.request_stop();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return source.stop_requested(); });  // FINDING
  }
  pthread_join(worker, nullptr);
}
