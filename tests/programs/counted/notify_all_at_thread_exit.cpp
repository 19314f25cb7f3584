// SPDX-License-Identifier: Apache-2.0
//
// notify_all_at_thread_exit: the mutex is given back and the waiter woken when the thread ends.
//
// HEDDLE: strategy=dfs verdict=clean executions=36
// MODEL: notify_all_at_thread_exit.model
#include <pthread.h>

#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

void* body(void*) {
  std::unique_lock lock(mutex);
  ready = true;
  std::notify_all_at_thread_exit(changed, std::move(lock));
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
