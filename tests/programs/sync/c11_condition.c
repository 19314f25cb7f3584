// SPDX-License-Identifier: Apache-2.0
//
// A condition variable of <threads.h>, waited on with and without a time limit, always in a loop.
//
// HEDDLE: strategy=dfs verdict=clean executions=26
// MODEL: c11_condition.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
cnd_t changed;
int ready;

static int work(void* unused) {
  (void)unused;
  mtx_lock(&mutex);
  ready = 1;
  cnd_broadcast(&changed);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  const struct timespec soon = {1, 0};
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, work, NULL);
  mtx_lock(&mutex);
  if (!ready) cnd_timedwait(&changed, &mutex, &soon);
  while (!ready) cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  cnd_destroy(&changed);
  return 0;
}
