// SPDX-License-Identifier: Apache-2.0
//
// Where a thread's errno is, compared with another place. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static int* _Atomic middle;

static void* work(void* unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 1) assert(&errno > middle);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  middle = (int*)(0x230000000000 + (2L << 18));  // where those of the second thread begin
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
