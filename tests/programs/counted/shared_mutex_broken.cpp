// SPDX-License-Identifier: Apache-2.0
//
// std::shared_mutex: the writer takes it as a reader.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=126 races=some
// MODEL: shared_mutex_broken.model
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <shared_mutex>

std::shared_mutex mutex;
int left = 0, right = 0;

void* body(void*) {
  std::shared_lock reading(mutex);
  int seen = left;
  assert(seen == right);  // FINDING
  return nullptr;
}

int main() {
  pthread_t reader;
  pthread_create(&reader, nullptr, body, nullptr);
  {
    std::shared_lock writing(mutex);
    left = 1;
    right = 1;
  }
  pthread_join(reader, nullptr);
}
