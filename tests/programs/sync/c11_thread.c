// SPDX-License-Identifier: Apache-2.0
//
// Threads of <threads.h>: result, identity, giving way, sleeping; a detached one goes its own way.
//
// HEDDLE: strategy=dfs verdict=clean executions=40
// MODEL: c11_thread.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

int x;

static int work(void* unused) {
  (void)unused;
  thrd_yield();
  x = 1;
  return 7;
}

int main(void) {
  thrd_t thread;
  int result = 0;
  const struct timespec shortly = {1, 0};
  assert(thrd_create(&thread, work, NULL) == thrd_success);
  assert(!thrd_equal(thread, thrd_current()));
  thrd_sleep(&shortly, NULL);
  assert(thrd_join(thread, &result) == thrd_success && result == 7);
  assert(x == 1);
  thrd_create(&thread, work, NULL);
  assert(thrd_detach(thread) == thrd_success);
  return 0;
}
