// SPDX-License-Identifier: Apache-2.0
//
// An atomic section that always fails ends the process: what others do before it is not left out.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--keep-going without=fit
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;

static void* meet(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
static void* fail(void* unused) {
  heddle_atomic_begin();
  assert(__atomic_load_n(&value, __ATOMIC_SEQ_CST) == 1);  // FINDING
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  void* (*const routines[])(void*) = {meet, fail, meet};
  pthread_t threads[3];
  for (int index = 0; index < 3; ++index) pthread_create(&threads[index], NULL, routines[index], NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
