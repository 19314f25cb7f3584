// SPDX-License-Identifier: Apache-2.0
//
// What a destructor of thread-specific storage does is used before the thread has ended.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=15 races=some
// MODEL: c11_tss_unjoined.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

tss_t key;
int destroyed;

static void destroy(void* value) {
  (void)value;
  destroyed = 1;
}

static int work(void* unused) {
  (void)unused;
  tss_set(key, &destroyed);
  return 0;
}

int main(void) {
  thrd_t thread;
  tss_create(&key, destroy);
  thrd_create(&thread, work, NULL);
  assert(destroyed == 1);  // FINDING
  thrd_join(thread, NULL);
  return 0;
}
