// SPDX-License-Identifier: Apache-2.0
//
// condition_variable::wait with a predicate, and the notification under the lock.
//
// HEDDLE: strategy=dfs verdict=clean executions=5
// MODEL: condition_counts.model
#include <pthread.h>

#include <cassert>
#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

void* body(void*) {
  std::lock_guard guard(mutex);
  ready = true;
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
