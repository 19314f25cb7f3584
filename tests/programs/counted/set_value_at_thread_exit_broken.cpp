// SPDX-License-Identifier: Apache-2.0
//
// set_value_at_thread_exit: the future is not ready yet when the thread's last statement has run.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=2010
// MODEL: set_value_at_thread_exit_broken.model
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
  if (told) assert(future.wait_for(std::chrono::seconds(0)) == std::future_status::ready);  // FINDING
  pthread_join(worker, nullptr);
}
