// SPDX-License-Identifier: Apache-2.0
//
// std::condition_variable_any: wait with a predicate; the notification may come at any time.
//
// HEDDLE: strategy=dfs verdict=clean executions=81
// MODEL: condition_variable_any.model
#include <pthread.h>

#include <condition_variable>
#include <mutex>

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
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
  }
  pthread_join(worker, nullptr);
}
