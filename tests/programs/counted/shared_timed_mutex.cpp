// SPDX-License-Identifier: Apache-2.0
//
// std::shared_timed_mutex: who may read in time sees all or nothing of what is written.
//
// HEDDLE: strategy=dfs verdict=clean executions=35
// MODEL: shared_timed_mutex.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>

std::shared_timed_mutex mutex;
int left = 0, right = 0;

void* body(void*) {
  std::shared_lock reading(mutex, std::chrono::milliseconds(1));
  if (!reading) return nullptr;
  int seen = left;
  assert(seen == right);
  return nullptr;
}

int main() {
  pthread_t reader;
  pthread_create(&reader, nullptr, body, nullptr);
  {
    std::unique_lock writing(mutex);
    left = 1;
    right = 1;
  }
  pthread_join(reader, nullptr);
}
