// SPDX-License-Identifier: Apache-2.0
//
// <threads.h>: mutex, condition variable, once, thread-specific storage with a destructor, results of threads.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=1140
// HEDDLE: strategy=dfs verdict=finding kind=deadlock flags=-DLOST_SIGNAL message="condition variable changed"
// MODEL: c11_threads.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
once_flag once = ONCE_FLAG_INIT;
tss_t key;
int ready, initialised;

static void initialise(void) { initialised = 1; }
static void destroy(void* value) { ready = *(int*)value; }  // FINDING

static int work(void* unused) {
  (void)unused;
  static int two = 2;
  call_once(&once, initialise);
  tss_set(key, &two);
  mtx_lock(&mutex);
  ready = 1;
#ifndef LOST_SIGNAL
  cnd_signal(&changed);
#endif
  mtx_unlock(&mutex);
  thrd_exit(5);
}

int main(void) {
  thrd_t thread;
  int result = 0;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  tss_create(&key, destroy);
  thrd_create(&thread, work, NULL);
  mtx_lock(&mutex);
  while (ready == 0) cnd_wait(&changed, &mutex);  // FINDING
  mtx_unlock(&mutex);
  thrd_join(thread, &result);
  assert(result == 5 && ready == 2 && initialised == 1);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}
