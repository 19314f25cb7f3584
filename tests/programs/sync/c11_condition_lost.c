// SPDX-License-Identifier: Apache-2.0
//
// The signal is sent without the mutex and may come before the wait.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="condition variable changed"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=6
// MODEL: c11_condition_lost.model
#include <stddef.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;

static int work(void* unused) {
  (void)unused;
  cnd_signal(&changed);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, work, NULL);
  mtx_lock(&mutex);
  cnd_wait(&changed, &mutex);  // FINDING
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  return 0;
}
