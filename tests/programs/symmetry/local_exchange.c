// SPDX-License-Identifier: Apache-2.0
//
// An own address goes through an atomic variable that nobody else sees, by compare-and-exchange. The second of three alike threads fails or
// not, depending on which of them it is; it comes there in few interleavings, which executions at random hardly meet.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DOTHER_HALF verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#ifdef OTHER_HALF
#define FAILS 1
#else
#define FAILS 0
#endif

enum { kRounds = 300 };
static atomic_int came, gate;
static _Thread_local char own;

static unsigned long who(void) {
  atomic_ulong here = 0;
  unsigned long expected = 0;
  atomic_compare_exchange_strong(&here, &expected, (unsigned long)&own);
  return here;
}

static void* work(void* unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 1 && gate == kRounds / 2) {
    assert((who() >> 18) % 2 != FAILS);  // FINDING
  }
  return NULL;
}

static void* count(void* unused) {
  for (int i = 1; i <= kRounds; i++) gate = i;
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[3], NULL, count, NULL);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
