// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks at the refusal of an error-checking mutex: the first unlock opens it, the second is refused too, and what
// lies between them is not protected.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=40 races=some
// MODEL: errorcheck_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(x == 2);  // FINDING
  return 0;
}
