// SPDX-License-Identifier: Apache-2.0
//
// Each thread has a static object of its own, to be destroyed in any order: one order of destruction per order of
// construction, and all are well.
//
// HEDDLE: strategy=default verdict=clean races=ignore
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<int> alive{0};

template <int kNumber>
struct Part {
  Part() { alive += kNumber; }
  ~Part() { assert((alive -= kNumber) >= 0); }
};

template <int kNumber>
void* work(void*) {
  static Part<kNumber> part;
  return nullptr;
}

int main() {
  pthread_t threads[4];
  void* (*const work_of[])(void*) = {work<1>, work<2>, work<4>, work<8>};
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], nullptr, work_of[i], nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
