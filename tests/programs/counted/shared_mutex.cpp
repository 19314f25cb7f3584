// SPDX-License-Identifier: Apache-2.0
//
// std::shared_mutex: a reader never sees half of what is written.
//
// HEDDLE: strategy=dfs verdict=clean executions=6
// MODEL: shared_mutex.model
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <shared_mutex>

std::shared_mutex mutex;
int left = 0, right = 0;

void* body(void*) {
  std::shared_lock reading(mutex);
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
