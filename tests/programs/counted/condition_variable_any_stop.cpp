// SPDX-License-Identifier: Apache-2.0
//
// std::condition_variable_any with a stop_token: a notification ends the wait as without one.
//
// HEDDLE: strategy=dfs verdict=clean executions=31561
// MODEL: condition_variable_any_stop.model
#include <pthread.h>

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>

std::mutex mutex;
std::condition_variable_any changed;
bool ready = false;

void* body(void*) {
  {
    std::lock_guard guard(mutex);
    ready = true;
  }
  changed.notify_one();
  return nullptr;
}

int main() {
  std::stop_source source;
  std::stop_token token = source.get_token();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::unique_lock lock(mutex);
    bool there = changed.wait(lock, token, [] { return ready; });
    assert(there);
  }
  pthread_join(worker, nullptr);
}
