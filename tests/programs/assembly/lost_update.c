// SPDX-License-Identifier: Apache-2.0
//
// Without a lock, `incl` is a load and a store, and an increment between the two is lost. It is no data race: what assembly moves is atomic.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10
// MODEL: lost_update.model
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int x;

static void* work(void* unused) {
  __asm__ volatile("incl %0" : "+m"(x) : : "cc");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  int seen;
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(x));
  assert(seen == 2);  // FINDING
  return 0;
}
