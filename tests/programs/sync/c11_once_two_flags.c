// SPDX-License-Identifier: Apache-2.0
//
// Each place has a flag of its own: the initialiser runs once for each of them.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=126 races=some
// MODEL: c11_once_two_flags.model
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int x;

static void initialise(void) { x++; }

static int work(void* unused) {
  static once_flag of_work = ONCE_FLAG_INIT;
  (void)unused;
  call_once(&of_work, initialise);
  return 0;
}

int main(void) {
  thrd_t thread;
  static once_flag of_main = ONCE_FLAG_INIT;
  thrd_create(&thread, work, NULL);
  call_once(&of_main, initialise);
  thrd_join(thread, NULL);
  assert(x == 1);  // FINDING
  return 0;
}
