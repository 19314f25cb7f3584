// SPDX-License-Identifier: Apache-2.0
//
// After main's last operation and before the process is gone, the other thread can still run.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  assert(x == 0);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  x = 1;
  return 0;
}
