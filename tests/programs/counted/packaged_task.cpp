// SPDX-License-Identifier: Apache-2.0
//
// std::packaged_task: the result of the call is in the future.
//
// HEDDLE: strategy=dfs verdict=clean executions=18165
// MODEL: packaged_task.model
#include <pthread.h>

#include <cassert>
#include <future>

std::packaged_task<int()> task([] { return 7; });

void* body(void*) {
  task();
  return nullptr;
}

int main() {
  std::future<int> future = task.get_future();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(future.get() == 7);
  pthread_join(worker, nullptr);
}
