// SPDX-License-Identifier: Apache-2.0
//
// std::timed_mutex and std::recursive_timed_mutex: a lock that may time out, a lock that nests. Each try_lock_for reads the
// clock once and then tries.
//
// HEDDLE: strategy=dfs verdict=clean executions=1496
// MODEL: timed_mutex.model
#include <pthread.h>

#include <cassert>
#include <chrono>
#include <mutex>

std::timed_mutex timed;
std::recursive_timed_mutex nesting;
int inside = 0;

void* body(void*) {
  if (timed.try_lock_for(std::chrono::milliseconds(1))) {
    assert(++inside == 1);
    --inside;
    timed.unlock();
  }
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::scoped_lock outer(nesting);
    std::scoped_lock inner(nesting);
    std::scoped_lock guard(timed);
    assert(++inside == 1);
    --inside;
  }
  pthread_join(worker, nullptr);
}
