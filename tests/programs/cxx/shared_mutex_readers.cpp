// SPDX-License-Identifier: Apache-2.0
//
// Two readers and a writer of a std::shared_mutex: no reader sees half of what is written.
//
// HEDDLE: strategy=dfs verdict=clean executions=6290
// MODEL: shared_mutex_readers.model
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <shared_mutex>

std::shared_mutex guard;
int left = 0, right = 0;

void* body(void*) {
  std::shared_lock reading(guard);
  int seen = left;
  assert(seen == right);
  return nullptr;
}

int main() {
  pthread_t one, two;
  pthread_create(&one, nullptr, body, nullptr);
  pthread_create(&two, nullptr, body, nullptr);
  {
    std::unique_lock writing(guard);
    left = 1;
    right = 1;
  }
  pthread_join(one, nullptr);
  pthread_join(two, nullptr);
}
