// SPDX-License-Identifier: Apache-2.0
//
// A deadline is read when the wait begins, and not any more while it lasts: it may be freed then, but not before.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free,data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,data-race races=some
// HEDDLE: strategy=default verdict=clean flags=-DIN_ORDER
// HEDDLE: strategy=dfs verdict=clean flags=-DIN_ORDER
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec* deadline;
static int waits;

static void* frees(void* unused) {
#ifdef IN_ORDER
  pthread_mutex_lock(&mutex);
  if (waits) free(deadline);
  pthread_mutex_unlock(&mutex);
#else
  free(deadline);
#endif
  return unused;
}

int main(void) {
  deadline = calloc(1, sizeof *deadline);
  deadline->tv_sec = 1704067200 + 10;
  pthread_t thread;
  pthread_create(&thread, NULL, frees, NULL);
  pthread_mutex_lock(&mutex);
  waits = 1;
  pthread_cond_timedwait(&condition, &mutex, deadline);
  waits = 0;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
