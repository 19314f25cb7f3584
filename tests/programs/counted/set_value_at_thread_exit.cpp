// SPDX-License-Identifier: Apache-2.0
//
// set_value_at_thread_exit: the future is ready when the thread has ended, and not before its last statement.
//
// HEDDLE: strategy=dfs verdict=clean executions=946
// MODEL: set_value_at_thread_exit.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <future>

std::promise<int> promise;
std::atomic<bool> told{false};

void* body(void*) {
  promise.set_value_at_thread_exit(7);
  told = true;
  return nullptr;
}

int main() {
  std::future<int> future = promise.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  if (future.wait_for(std::chrono::seconds(0)) == std::future_status::ready) assert(told);
  pthread_join(worker, nullptr);
  assert(future.get() == 7);
}
