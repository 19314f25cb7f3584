// SPDX-License-Identifier: Apache-2.0
//
// A 16-byte atomic is read and written whole, and atomic_ref makes the accesses of a plain object atomic. One event each.
//
// HEDDLE: strategy=dfs flags=-mcx16,-latomic verdict=clean executions=10
// MODEL: wide_atomic.model
#include <pthread.h>

#include <atomic>
#include <cassert>

struct Pair {
  long first, second;
  bool operator==(const Pair&) const = default;
};

std::atomic<Pair> pair{Pair{0, 0}};
int counter = 0;

void* body(void*) {
  pair.store(Pair{1, 1});
  std::atomic_ref<int>(counter).fetch_add(1);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  Pair seen = pair.load();
  assert(seen.first == seen.second);
  std::atomic_ref<int>(counter) += 1;
  pthread_join(worker, nullptr);
  assert(std::atomic_ref<int>(counter).load() == 2);
}
