// SPDX-License-Identifier: Apache-2.0
//
// A thread that was detached is taken for one that has ended.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DATTRIBUTE races=some
// MODEL: detach_unfinished.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#ifdef ATTRIBUTE
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, work, NULL);
#else
  pthread_create(&thread, &attributes, work, NULL);
  pthread_detach(thread);
#endif
  assert(x == 1);  // FINDING
  return 0;
}
