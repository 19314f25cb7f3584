// SPDX-License-Identifier: Apache-2.0
//
// Mutexes of <threads.h>: a recursive one that is also timed; who does not get it in time does without.
//
// HEDDLE: strategy=dfs verdict=clean executions=20
// MODEL: c11_mutex.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
int x;

static int work(void* unused) {
  (void)unused;
  const struct timespec soon = {1, 0};
  if (mtx_timedlock(&mutex, &soon) != thrd_success) return 1;
  mtx_lock(&mutex);
  x++;
  mtx_unlock(&mutex);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  int is_late = 0;
  mtx_init(&mutex, mtx_timed | mtx_recursive);
  thrd_create(&thread, work, NULL);
  const int is_busy = mtx_trylock(&mutex) == thrd_busy;
  if (!is_busy) {
    x++;
    mtx_unlock(&mutex);
  }
  thrd_join(thread, &is_late);
  assert(x == 2 - is_busy - is_late);
  mtx_destroy(&mutex);
  return 0;
}
