// SPDX-License-Identifier: Apache-2.0
//
// A detached thread of <threads.h> is taken for one that has ended.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=15 races=some
// MODEL: c11_thread_detached.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int x;

static int work(void* unused) {
  (void)unused;
  x = 1;
  thrd_exit(0);
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, work, NULL);
  thrd_detach(thread);
  thrd_yield();
  assert(x == 1);  // FINDING
  return 0;
}
