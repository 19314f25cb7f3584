// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// Which routine a thread runs depends on another one; the two differ only behind a window that a third opens.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, window, begun;
typedef void* (*Routine)(void*);

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static void* good(void* unused) {
  (void)unused;
  begun = 1;
  if (window) begun = 2;
  return 0;
}

static void* bad(void* unused) {
  (void)unused;
  begun = 1;
  if (window) {
    begun = 2;
    assert(begun != 2);  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  static const Routine routines[] = {good, bad};
  pthread_create(&other, 0, routines[x], 0);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
