// SPDX-License-Identifier: Apache-2.0
//
// The write that matters is not executed the first time; only a read that nothing seems to depend on leads there.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1514
// MODEL: write_never_executed.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, flag;

static void* react(void* unused) {
  if (flag) x = 1;
  return unused;
}

static void* set(void* unused) {
  flag = 1;
  return unused;
}

static void* check(void* unused) {
  assert(x == 0);  // FINDING
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, react, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_create(&threads[2], NULL, check, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
  return 0;
}
