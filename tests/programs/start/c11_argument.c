// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// The same with <threads.h>.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x, window, begun;

static int writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static int opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static int begins(void* argument) {
  begun = 1;
  if (window) {
    begun = 2;
    assert((long)argument != 1);  // FINDING
  }
  return 0;
}

int main(void) {
  thrd_t writer, opener, other;
  thrd_create(&writer, writes, 0);
  thrd_create(&opener, opens, 0);
  thrd_create(&other, begins, (void*)(long)x);
  thrd_join(other, 0);
  thrd_join(writer, 0);
  thrd_join(opener, 0);
  return 0;
}
