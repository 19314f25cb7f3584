// SPDX-License-Identifier: Apache-2.0
//
// Thread-specific storage of <threads.h>: every thread has its own value, the destructor runs for those that end.
//
// HEDDLE: strategy=dfs verdict=clean executions=8
// MODEL: c11_tss.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

tss_t key;
int destroyed, values[2];

static void destroy(void* value) {
  (void)value;
  destroyed++;
}

static int work(void* unused) {
  (void)unused;
  assert(tss_get(key) == NULL);
  tss_set(key, &values[1]);
  assert(tss_get(key) == &values[1]);
  return 0;
}

int main(void) {
  thrd_t thread;
  tss_create(&key, destroy);
  tss_set(key, &values[0]);
  thrd_create(&thread, work, NULL);
  assert(tss_get(key) == &values[0]);
  thrd_join(thread, NULL);
  assert(destroyed == 1);
  tss_delete(key);
  return 0;
}
