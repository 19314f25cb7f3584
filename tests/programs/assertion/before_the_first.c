// SPDX-License-Identifier: Apache-2.0
//
// The second assertion fails only between the last operation of a thread and the failure of the first: whoever goes on
// after a finding has to let others run there.
//
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=26 output=first output=second
// HEDDLE: strategy=exact options=--keep-going verdict=finding kind=assertion output=first output=second
// MODEL: before_the_first.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int fails;

static void* one(void* unused) {
  fails = 1;
  assert(unused != NULL && "first");
  return unused;
}

static void* other(void* unused) {
  if (fails) assert(unused != NULL && "second");
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
