// SPDX-License-Identifier: Apache-2.0
//
// make_ready_at_thread_exit: the future is ready when the thread has ended, and not before its last statement.
//
// HEDDLE: strategy=dfs verdict=clean executions=990
// MODEL: make_ready_at_thread_exit.model
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
  if (future.wait_for(std::chrono::seconds(0)) == std::future_status::ready) assert(told);
  pthread_join(worker, nullptr);
  assert(future.get() == 7);
}
