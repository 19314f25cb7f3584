// SPDX-License-Identifier: Apache-2.0
//
// Whether a place is inside of an array of the own thread. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static _Thread_local char own[1 << 17];
static char* _Atomic place;

static void* work(void* unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 1) assert(place < own || place >= own + sizeof own);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  place = (char*)0x230000000000 + (1L << 18) + (1 << 16);  // in that of the first thread
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
