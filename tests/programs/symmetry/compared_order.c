// SPDX-License-Identifier: Apache-2.0
//
// Which of two stacks comes first: a thread that compares the address of a local with one that it was given. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static char* _Atomic middle;

static void* work(void* unused) {
  (void)unused;
  char here;
  if (atomic_fetch_add(&came, 1) == 1) assert(&here > middle);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  middle = (char*)0x210000000000 + (2L << 27) + (64 << 20);  // below the stack of the second thread
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
