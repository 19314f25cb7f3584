// SPDX-License-Identifier: Apache-2.0
//
// One weak compare-exchange without a loop: right only as long as it never fails for no reason.
//
// HEDDLE: strategy=dfs verdict=clean executions=3
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--weak-cas=fail output="fails spuriously"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--weak-cas=fail,--keep-going executions=9
// MODEL: weak_cas_once.model
#include <atomic>
#include <cassert>
#include <pthread.h>

std::atomic<int> x, y;

static void* work(void* unused) {
  int expected = 0;
  y.compare_exchange_strong(expected, 1);
  return unused;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  int expected = 0;
  assert(x.compare_exchange_weak(expected, 1));  // FINDING
  pthread_join(thread, nullptr);
}
