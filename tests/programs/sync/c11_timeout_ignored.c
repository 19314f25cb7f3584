// SPDX-License-Identifier: Apache-2.0
//
// A timed wait of <threads.h> that timed out is taken for one that was signalled.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="times out"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26
// MODEL: c11_timeout_ignored.model
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
  cnd_signal(&changed);
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
  assert(ready);  // FINDING
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  return 0;
}
