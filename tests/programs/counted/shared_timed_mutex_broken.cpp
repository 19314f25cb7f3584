// SPDX-License-Identifier: Apache-2.0
//
// std::shared_timed_mutex: nobody asks whether reading was allowed in time.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=133 races=some
// MODEL: shared_timed_mutex_broken.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>

std::shared_timed_mutex mutex;
int left = 0, right = 0;

void* body(void*) {
  std::shared_lock reading(mutex, std::chrono::milliseconds(1));
  int seen = left;
  assert(seen == right);  // FINDING
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
