// SPDX-License-Identifier: Apache-2.0
//
// Addresses kept as numbers in a local array, and read from there. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int came;
static _Thread_local char own;
static atomic_int which = 2;

static void* work(void* unused) {
  (void)unused;
  uintptr_t kept[4] = {0};
  const int at = which;
  kept[at] = (uintptr_t)&own;
  if (atomic_fetch_add(&came, 1) == 1) assert((kept[at] >> 18) % 2 == 0);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
