// SPDX-License-Identifier: Apache-2.0
//
// make_ready_at_thread_exit: the future is not ready yet when the thread's last statement has run.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=2011
// MODEL: make_ready_at_thread_exit_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <future>

std::packaged_task<int()> task([] { return 7; });
std::atomic<bool> told{false};

void* body(void*) {
  task.make_ready_at_thread_exit();
  told = true;
  return nullptr;
}

int main() {
  std::future<int> future = task.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  if (told) assert(future.wait_for(std::chrono::seconds(0)) == std::future_status::ready);  // FINDING
  pthread_join(worker, nullptr);
}
