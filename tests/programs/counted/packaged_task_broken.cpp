// SPDX-License-Identifier: Apache-2.0
//
// std::packaged_task: what is written after the call need not be there when the result is.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=232 races=some
// MODEL: packaged_task_broken.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <future>

std::packaged_task<int()> task([] { return 7; });
int beside = 0;

void* body(void*) {
  task();
  beside = 1;
  return nullptr;
}

int main() {
  std::future<int> future = task.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  if (future.wait_for(std::chrono::seconds(0)) == std::future_status::ready) assert(beside == 1);  // FINDING
  pthread_join(worker, nullptr);
}
