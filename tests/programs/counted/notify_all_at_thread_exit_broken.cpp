// SPDX-License-Identifier: Apache-2.0
//
// notify_all_at_thread_exit: a waiter that does not look at the state may come too late.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=25
// MODEL: notify_all_at_thread_exit_broken.model
#include <pthread.h>

#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable changed;

void* body(void*) {
  std::notify_all_at_thread_exit(changed, std::unique_lock(mutex));
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock);  // FINDING
  }
  pthread_join(worker, nullptr);
}
