// SPDX-License-Identifier: Apache-2.0
//
// How far two objects are apart, one of which is a thread-local variable. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static _Thread_local char own;
static char* _Atomic first = (char*)0x230000000000;

static void* work(void* unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 1) assert(((&own - first) >> 18) % 2 == 0);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
