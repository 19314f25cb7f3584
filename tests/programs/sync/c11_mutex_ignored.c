// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the mutex was to be had.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that another thread holds" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 flags=-DTIMED races=some
// MODEL: c11_mutex_ignored.model
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
int x;

static int work(void* unused) {
  (void)unused;
#ifdef TIMED
  const struct timespec soon = {1, 0};
  mtx_timedlock(&mutex, &soon);
#else
  mtx_trylock(&mutex);
#endif
  x = 1;
  mtx_unlock(&mutex);  // FINDING
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_timed);
  thrd_create(&thread, work, NULL);
  mtx_lock(&mutex);
  x = 2;
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  return 0;
}
