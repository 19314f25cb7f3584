// SPDX-License-Identifier: Apache-2.0
//
// call_once: one of the two runs the initialiser, the other waits until it is done.
//
// HEDDLE: strategy=dfs verdict=clean executions=19
// MODEL: c11_once.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
int x;

static void initialise(void) { x++; }

static int work(void* unused) {
  (void)unused;
  call_once(&once, initialise);
  assert(x == 1);
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, work, NULL);
  work(NULL);
  thrd_join(thread, NULL);
  return 0;
}
